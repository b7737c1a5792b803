/**
 * Upstream connections between two requests. Each belongs to one client connection and never carries requests of
 * another. It is reset when that client connection closes, when its sandbox is captured, paused or ended, and after
 * an idle timeout, because a sandbox with an open connection is not frozen. It is also reset when the server sends
 * unsolicited data, unless Node's client sees that first and closes it. When the server closes it, the proxy closes
 * it gracefully.
 */
import type { Socket } from 'node:net'
import { impactOn } from '@cay/core/routing/phase.ts'
import { bounds } from '../../bounds.ts'
import type { Routes } from '../routing/routes.ts'
import { ExpiringSet } from './expiring-set.ts'
import type { UpstreamConnection } from './upstream-connection.ts'

/** The address and port that a connection leads to. */
export interface Endpoint {
  readonly sandboxId: string
  readonly address: string
  readonly port: number
}

interface IdleConnection extends Endpoint {
  readonly connection: UpstreamConnection
  /** Removes it from the pool and its listeners from both sockets. */
  readonly detach: () => void
}

export class IdleConnectionPool {
  readonly #routes: Pick<Routes, 'routeOf'>
  readonly #idleMs: number
  readonly #byClient = new WeakMap<Socket, IdleConnection>()
  readonly #bySandbox = new Map<string, Set<IdleConnection>>()
  /** Endpoints whose servers have closed a connection that was asked to stay open. */
  readonly #withoutKeepAlive = new ExpiringSet({
    sizeMax: bounds.rememberedPortsMax,
    ms: bounds.keepAliveRecheckMs,
  })

  /** `idleMs`: idle timeout of a connection. */
  constructor(routes: Pick<Routes, 'routeOf' | 'subscribe'>, { idleMs }: { readonly idleMs: number }) {
    this.#routes = routes
    this.#idleMs = idleMs
    routes.subscribe((sandboxId) => this.#onRouteChange(sandboxId))
  }

  /** False for endpoints whose servers are known to close their connections. */
  mayKeepAlive(endpoint: Endpoint): boolean {
    return !this.#withoutKeepAlive.has(keyOf(endpoint))
  }

  disableKeepAlive(endpoint: Endpoint): void {
    this.#withoutKeepAlive.add(keyOf(endpoint))
  }

  /** The idle connection of this client. One to another endpoint is reset. */
  take(client: Socket, endpoint: Endpoint): UpstreamConnection | undefined {
    const idle = this.#byClient.get(client)
    if (idle === undefined) return undefined
    idle.detach()
    if (keyOf(idle) === keyOf(endpoint)) return idle.connection
    idle.connection.reset()
    return undefined
  }

  /** False when the connection may not be pooled. */
  keep(client: Socket, endpoint: Endpoint, connection: UpstreamConnection): boolean {
    const all = this.#bySandbox.get(endpoint.sandboxId) ?? new Set<IdleConnection>()
    const impact = impactOn(endpoint.address, this.#routes.routeOf(endpoint.sandboxId))
    if (impact !== 'keep' || client.destroyed || this.#byClient.has(client)) return false
    if (all.size >= bounds.idleConnectionsPerSandboxMax) return false
    const { socket } = connection
    const drop = () => {
      idle.detach()
      connection.reset()
    }
    const end = () => {
      idle.detach()
      socket.destroy()
    }
    const detach = () => {
      this.#forget(client, idle)
      client.off('close', drop)
      for (const event of unexpectedEvents) socket.off(event, drop)
      socket.off('end', end)
    }
    const idle: IdleConnection = { ...endpoint, connection, detach }
    client.once('close', drop)
    for (const event of unexpectedEvents) socket.once(event, drop)
    socket.once('end', end)
    connection.watch(this.#idleMs, drop)
    this.#byClient.set(client, idle)
    this.#bySandbox.set(endpoint.sandboxId, all.add(idle))
    return true
  }

  /** This client will send no more requests, or somebody else sends them on its connection. */
  drop(client: Socket): void {
    const idle = this.#byClient.get(client)
    idle?.detach()
    idle?.connection.reset()
  }

  closeAll(): void {
    for (const sandboxId of [...this.#bySandbox.keys()]) this.#dropOf(sandboxId)
  }

  #onRouteChange(sandboxId: string): void {
    const route = this.#routes.routeOf(sandboxId)
    this.#dropOf(sandboxId, ({ address }) => impactOn(address, route) !== 'keep')
  }

  #dropOf(sandboxId: string, shouldDrop: (idle: IdleConnection) => boolean = () => true): void {
    for (const idle of [...(this.#bySandbox.get(sandboxId) ?? [])].filter(shouldDrop)) {
      idle.detach()
      idle.connection.reset()
    }
  }

  #forget(client: Socket, idle: IdleConnection): void {
    this.#byClient.delete(client)
    const all = this.#bySandbox.get(idle.sandboxId)
    all?.delete(idle)
    if (all?.size === 0) this.#bySandbox.delete(idle.sandboxId)
  }
}

/** Unexpected on an idle connection. */
const unexpectedEvents = ['data', 'close'] as const

function keyOf({ sandboxId, address, port }: Endpoint): string {
  return `${sandboxId} ${address}:${port}`
}
