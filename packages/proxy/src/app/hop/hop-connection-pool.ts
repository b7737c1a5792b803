/**
 * Connections to the proxies of other nodes between two requests. Unlike those into sandboxes they may carry requests of
 * several clients one after another: the proxy at the other end keeps the clients apart by their numbers. A client gets
 * the connection that it had before where that is free, because behind it may be one into the sandbox.
 */
import type { Socket } from 'node:net'
import type { NodeLocation } from '@cay/core/routing/locations.ts'
import { bounds } from '../../bounds.ts'
import type { DialPeer } from '../../ports/cluster.ts'
import { UpstreamConnection } from '../upstream/upstream-connection.ts'

interface IdleHop {
  readonly name: string
  readonly connection: UpstreamConnection
  /** Removes its listeners. */
  readonly detach: () => void
}

interface HopRequest {
  readonly location: NodeLocation
  readonly client: Socket
  /** If false, a new connection is opened. */
  readonly mayReuseConnection: boolean
  /** Prefers a connection that Node's client has not used (upstream-connection.ts). */
  readonly isRaw: boolean
  readonly onConnected: (connection: UpstreamConnection) => void
  readonly onFailed: (error: Error) => void
}

export class HopConnectionPool {
  readonly #dial: DialPeer
  /** By node, address and kind; of each, the one that was used last is at the end. */
  readonly #idle = new Map<string, IdleHop[]>()
  readonly #lastOf = new WeakMap<Socket, IdleHop>()
  readonly #numbers = new WeakMap<Socket, number>()
  #clients = 0

  constructor(dial: DialPeer) {
    this.#dial = dial
  }

  /** Of the client's connection, among all of this process. */
  numberOf(client: Socket): number {
    const known = this.#numbers.get(client)
    if (known !== undefined) return known
    this.#clients += 1
    this.#numbers.set(client, this.#clients)
    return this.#clients
  }

  /** Calls one of the two callbacks exactly once, an idle connection synchronously; the returned function cancels. */
  connect(request: HopRequest): () => void {
    const { location, client, mayReuseConnection, isRaw, onConnected, onFailed } = request
    const idle = mayReuseConnection ? this.#take(nameOf(location, isRaw), client) : undefined
    if (idle !== undefined) {
      onConnected(idle)
      return () => undefined
    }
    return this.#dial(location, {
      onConnected: (socket) => onConnected(new UpstreamConnection(socket)),
      onFailed,
    })
  }

  /** False when the connection may not be pooled. */
  keep(location: NodeLocation, client: Socket, connection: UpstreamConnection): boolean {
    const name = nameOf(location, connection.isRaw)
    const all = this.#idle.get(name) ?? []
    if (all.length >= bounds.idleHopsPerNodeMax) return false
    const { socket } = connection
    const drop = () => {
      this.#remove(idle)
      connection.reset()
    }
    const detach = () => {
      for (const event of unexpectedEvents) socket.off(event, drop)
    }
    const idle: IdleHop = { name, connection, detach }
    for (const event of unexpectedEvents) socket.once(event, drop)
    connection.watch(bounds.idleHopMs, drop)
    all.push(idle)
    this.#idle.set(name, all)
    this.#lastOf.set(client, idle)
    return true
  }

  closeAll(): void {
    for (const all of [...this.#idle.values()])
      for (const idle of [...all]) {
        this.#remove(idle)
        idle.connection.reset()
      }
  }

  #take(name: string, client: Socket): UpstreamConnection | undefined {
    const last = this.#lastOf.get(client)
    const all = this.#idle.get(name)
    const idle = last !== undefined && all?.includes(last) === true ? last : all?.at(-1)
    if (idle === undefined) return undefined
    this.#remove(idle)
    return idle.connection
  }

  #remove(idle: IdleHop): void {
    idle.detach()
    const all = this.#idle.get(idle.name) ?? []
    const index = all.lastIndexOf(idle)
    if (index !== -1) all.splice(index, 1)
    if (all.length === 0) this.#idle.delete(idle.name)
  }
}

/** Unexpected on an idle connection. */
const unexpectedEvents = ['data', 'end', 'close'] as const

function nameOf({ nodeId, address }: NodeLocation, isRaw: boolean): string {
  return `${nodeId} ${address} ${isRaw ? 'raw' : 'used'}`
}
