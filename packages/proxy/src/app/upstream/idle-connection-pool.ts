/**
 * Connections into sandboxes between two requests of a client. Each belongs to the connection of one client and carries
 * nobody else's requests. It is reset when that ends, when its sandbox is captured, paused or ended, and after a short
 * while: a sandbox with an open connection is not left to stand still. When the guest says anything unasked it is reset,
 * unless Node's client sees it first and ends it in order. When the guest ends it, so do we, in order.
 */
import type { Socket } from 'node:net'
import { impactOn } from '@cay/core/routing/phase.ts'
import { bounds } from '../../bounds.ts'
import type { Routes } from '../routing/routes.ts'
import { ExpiringSet } from './expiring-set.ts'
import type { UpstreamConnection } from './upstream-connection.ts'

/** Where a connection leads. */
export interface Endpoint {
  readonly sandboxId: string
  readonly address: string
  readonly port: number
}

interface IdleConnection extends Endpoint {
  readonly connection: UpstreamConnection
  /** Nobody watches it any more. */
  readonly detach: () => void
}

export class IdleConnectionPool {
  readonly #routes: Pick<Routes, 'routeOf'>
  readonly #byClient = new WeakMap<Socket, IdleConnection>()
  readonly #bySandbox = new Map<string, Set<IdleConnection>>()
  /** By endpoint. */
  readonly #withoutKeepAlive = new ExpiringSet({
    sizeMax: bounds.rememberedPortsMax,
    ms: bounds.keepAliveRecheckMs,
  })

  constructor(routes: Pick<Routes, 'routeOf' | 'subscribe'>) {
    this.#routes = routes
    routes.subscribe((sandboxId) => this.#onRouteChange(sandboxId))
  }

  /** Not where a server has shown that it does not keep connections. */
  mayKeepAlive(endpoint: Endpoint): boolean {
    return !this.#withoutKeepAlive.has(keyOf(endpoint))
  }

  disableKeepAlive(endpoint: Endpoint): void {
    this.#withoutKeepAlive.add(keyOf(endpoint))
  }

  /** The one that this client has there. One that leads elsewhere is of no more use. */
  take(client: Socket, endpoint: Endpoint): UpstreamConnection | undefined {
    const idle = this.#byClient.get(client)
    if (idle === undefined) return undefined
    idle.detach()
    if (keyOf(idle) === keyOf(endpoint)) return idle.connection
    idle.connection.reset()
    return undefined
  }

  /** False when it may not stay. */
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
      for (const event of faults) socket.off(event, drop)
      socket.off('end', end)
    }
    const idle: IdleConnection = { ...endpoint, connection, detach }
    client.once('close', drop)
    for (const event of faults) socket.once(event, drop)
    socket.once('end', end)
    connection.watch(bounds.idleConnectionMsMax, drop)
    this.#byClient.set(client, idle)
    this.#bySandbox.set(endpoint.sandboxId, all.add(idle))
    return true
  }

  closeAll(): void {
    for (const sandboxId of [...this.#bySandbox.keys()]) this.#drop(sandboxId)
  }

  #onRouteChange(sandboxId: string): void {
    const route = this.#routes.routeOf(sandboxId)
    this.#drop(sandboxId, ({ address }) => impactOn(address, route) !== 'keep')
  }

  #drop(sandboxId: string, isDue: (idle: IdleConnection) => boolean = () => true): void {
    for (const idle of [...(this.#bySandbox.get(sandboxId) ?? [])].filter(isDue)) {
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

/** Of a guest of which nothing was asked. */
const faults = ['data', 'close'] as const

function keyOf({ sandboxId, address, port }: Endpoint): string {
  return `${sandboxId} ${address}:${port}`
}
