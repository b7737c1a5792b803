/**
 * Connections into sandboxes between two requests of a client. Each belongs to the connection of one client and carries
 * nobody else's requests. It is reset when that ends, when its sandbox is captured, paused or ended, and after a short
 * while: a sandbox with an open connection is not left to stand still. When the guest says anything unasked it is reset,
 * unless Node's client sees it first and ends it in order. When the guest ends it, so do we, in order.
 */
import type { Socket } from 'node:net'
import { fateOf } from '@cay/core/routing/phase.ts'
import { bounds } from '../bounds.ts'
import { ExpiringSet } from './expiring-set.ts'
import type { GuestConnection } from './guest-connection.ts'
import type { Routes } from './routes.ts'

/** Where a connection leads. */
export interface Endpoint {
  readonly sandboxId: string
  readonly address: string
  readonly port: number
}

interface Kept extends Endpoint {
  readonly connection: GuestConnection
  /** Nobody watches it any more. */
  readonly letGo: () => void
}

export class KeptConnections {
  readonly #routes: Routes
  readonly #ofClient = new WeakMap<Socket, Kept>()
  readonly #ofSandbox = new Map<string, Set<Kept>>()
  /** By endpoint. */
  readonly #notAsked = new ExpiringSet({ sizeMax: bounds.nonKeepersMax, ms: bounds.askAgainMs })

  constructor(routes: Routes) {
    this.#routes = routes
    routes.subscribe((sandboxId) => this.#onRouteChange(sandboxId))
  }

  /** Not where a server has shown that it does not keep connections. */
  mayAsk(endpoint: Endpoint): boolean {
    return !this.#notAsked.has(keyOf(endpoint))
  }

  doNotAsk(endpoint: Endpoint): void {
    this.#notAsked.add(keyOf(endpoint))
  }

  /** The one that this client has there. One that leads elsewhere is of no more use. */
  take(client: Socket, endpoint: Endpoint): GuestConnection | undefined {
    const kept = this.#ofClient.get(client)
    if (kept === undefined) return undefined
    kept.letGo()
    if (keyOf(kept) === keyOf(endpoint)) return kept.connection
    kept.connection.reset()
    return undefined
  }

  /** False when it may not stay. */
  keep(client: Socket, endpoint: Endpoint, connection: GuestConnection): boolean {
    const all = this.#ofSandbox.get(endpoint.sandboxId) ?? new Set<Kept>()
    const fate = fateOf(endpoint.address, this.#routes.routeOf(endpoint.sandboxId))
    if (fate !== 'keep' || client.destroyed || this.#ofClient.has(client)) return false
    if (all.size >= bounds.keptPerSandboxMax) return false
    const { socket } = connection
    const drop = () => {
      kept.letGo()
      connection.reset()
    }
    const leave = () => {
      kept.letGo()
      socket.destroy()
    }
    const letGo = () => {
      this.#forget(client, kept)
      client.off('close', drop)
      for (const event of faults) socket.off(event, drop)
      socket.off('end', leave)
    }
    const kept: Kept = { ...endpoint, connection, letGo }
    client.once('close', drop)
    for (const event of faults) socket.once(event, drop)
    socket.once('end', leave)
    connection.watch(bounds.keptMsMax, drop)
    this.#ofClient.set(client, kept)
    this.#ofSandbox.set(endpoint.sandboxId, all.add(kept))
    return true
  }

  dropAll(): void {
    for (const sandboxId of [...this.#ofSandbox.keys()]) this.#drop(sandboxId)
  }

  #onRouteChange(sandboxId: string): void {
    const route = this.#routes.routeOf(sandboxId)
    this.#drop(sandboxId, ({ address }) => fateOf(address, route) !== 'keep')
  }

  #drop(sandboxId: string, isDue: (kept: Kept) => boolean = () => true): void {
    for (const kept of [...(this.#ofSandbox.get(sandboxId) ?? [])].filter(isDue)) {
      kept.letGo()
      kept.connection.reset()
    }
  }

  #forget(client: Socket, kept: Kept): void {
    this.#ofClient.delete(client)
    const all = this.#ofSandbox.get(kept.sandboxId)
    all?.delete(kept)
    if (all?.size === 0) this.#ofSandbox.delete(kept.sandboxId)
  }
}

/** Of a guest of which nothing was asked. */
const faults = ['data', 'close'] as const

function keyOf({ sandboxId, address, port }: Endpoint): string {
  return `${sandboxId} ${address}:${port}`
}
