/**
 * Bounds the connections of a listener by clients, so that one client without a credential closes it for nobody else. Rules:
 * packages/core/src/connection/client-share.ts.
 */
import type { Socket } from 'node:net'
import { type ClientKey, clientKey } from '@cay/core/connection/client-address.ts'
import {
  type ClientConnection,
  type ConnectionBounds,
  chooseForRoom,
  chooseOfClient,
  clientShare,
  idleMsAllowed,
} from '@cay/core/connection/client-share.ts'
import type { Logger } from '../log.ts'

/** Between two looks for idle connections. */
const checkMs = 1000
/** Between two log lines about connections that were closed. */
const logMs = 60_000
/** Part of all connections that is left for those that the system hands over before the closed ones are gone. */
const roomPart = 1 / 8

export interface ClientConnectionsOptions extends ConnectionBounds {
  /** For the log. */
  readonly listener: string
  /** Whether many clients have this address. */
  readonly isShared?: (client: ClientKey) => boolean
  /** Users have connections of TLS, and this one has those below. */
  readonly isBelowTls?: boolean
  readonly log?: Pick<Logger, 'warn'>
}

interface Tracked extends ClientConnection {
  isKnown: boolean
  isBusy: boolean
  sinceMs: number
  requests: number
  readonly socket: Socket
  readonly ends: string
}

export class ClientConnections {
  readonly #options: ClientConnectionsOptions
  readonly #open = new Set<Tracked>()
  readonly #clients = new Map<ClientKey, Set<Tracked>>()
  readonly #bySocket = new WeakMap<Socket, Tracked>()
  /** By both ends, which a connection of TLS has in common with the one below. */
  readonly #byEnds = new Map<string, Tracked>()
  #closedCount = 0
  #loggedAtMs = Number.NEGATIVE_INFINITY

  constructor(options: ClientConnectionsOptions) {
    this.#options = options
  }

  /** Closes idle connections whose time is over, until the signal is aborted. */
  watch(signal: AbortSignal): void {
    const timer = setInterval(() => this.#closeIdle(), checkMs).unref()
    signal.addEventListener('abort', () => clearInterval(timer), { once: true })
  }

  /** Takes a new connection, and closes others for it. Returns false when it was refused and closed. */
  admit(socket: Socket): boolean {
    const client = clientKey(socket.remoteAddress ?? '')
    // From an address to itself: a program of this machine, such as the TLS listener.
    const isShared = this.isShared(client) || socket.remoteAddress === socket.localAddress
    this.#keepShare(client, isShared)
    if (!this.#makeRoom(client)) {
      this.#close(socket)
      return false
    }
    const sinceMs = performance.now()
    const state = { isKnown: false, isBusy: false, sinceMs, requests: 0 }
    const tracked = { socket, client, isShared, ends: endsOf(socket), ...state }
    this.#add(tracked)
    socket.once('close', () => this.#remove(tracked))
    return true
  }

  /** A request is in flight until the returned function is called. */
  begin(socket: Socket): () => void {
    const tracked = this.#find(socket)
    if (tracked === undefined) return () => undefined
    tracked.requests += 1
    tracked.isBusy = true
    return () => {
      tracked.requests -= 1
      tracked.isBusy = tracked.requests > 0
      tracked.sinceMs = performance.now()
    }
  }

  /** A request on the connection had a valid credential. */
  markKnown(socket: Socket): void {
    const tracked = this.#find(socket)
    if (tracked !== undefined) tracked.isKnown = true
  }

  /** Whether many clients have this address. */
  isShared(client: ClientKey): boolean {
    return this.#options.isShared?.(client) === true
  }

  get connectionsMax(): number {
    return this.#options.connectionsMax
  }

  get openCount(): number {
    return this.#open.size
  }

  #find(socket: Socket): Tracked | undefined {
    return this.#options.isBelowTls === true ? this.#byEnds.get(endsOf(socket)) : this.#bySocket.get(socket)
  }

  #keepShare(client: ClientKey, isShared: boolean): void {
    const own = this.#clients.get(client)
    const share = clientShare(this.#options)
    if (isShared || own === undefined || own.size < share) return
    let unknown = 0
    for (const { isKnown } of own) if (!isKnown) unknown += 1
    if (unknown < share) return
    const oldest = chooseOfClient(own)
    if (oldest !== undefined) this.#drop(oldest)
  }

  #makeRoom(client: ClientKey): boolean {
    const { connectionsMax } = this.#options
    if (this.#open.size < connectionsMax * (1 - roomPart)) return true
    const chosen = chooseForRoom(this.#open, client, this.#options)
    for (const each of chosen) this.#drop(each)
    return chosen.length > 0 || this.#open.size < connectionsMax
  }

  #closeIdle(): void {
    const nowMs = performance.now()
    const openCount = this.#open.size / (1 - roomPart)
    const knownCount = [...this.#open].filter(({ isKnown }) => isKnown).length / (1 - roomPart)
    for (const tracked of this.#open) {
      const count = tracked.isKnown ? knownCount : openCount
      if (!tracked.isBusy && nowMs - tracked.sinceMs > idleMsAllowed(tracked, count, this.#options))
        this.#drop(tracked)
    }
  }

  #add(tracked: Tracked): void {
    this.#open.add(tracked)
    this.#bySocket.set(tracked.socket, tracked)
    if (this.#options.isBelowTls === true) this.#byEnds.set(tracked.ends, tracked)
    const own = this.#clients.get(tracked.client)
    if (own === undefined) this.#clients.set(tracked.client, new Set([tracked]))
    else own.add(tracked)
  }

  #remove(tracked: Tracked): void {
    this.#open.delete(tracked)
    if (this.#byEnds.get(tracked.ends) === tracked) this.#byEnds.delete(tracked.ends)
    const own = this.#clients.get(tracked.client)
    own?.delete(tracked)
    if (own?.size === 0) this.#clients.delete(tracked.client)
  }

  #drop(tracked: Tracked): void {
    this.#remove(tracked)
    this.#close(tracked.socket)
  }

  #close(socket: Socket): void {
    socket.destroy()
    this.#closedCount += 1
    const { log, listener } = this.#options
    const nowMs = performance.now()
    if (nowMs - this.#loggedAtMs < logMs) return
    this.#loggedAtMs = nowMs
    log?.warn(
      { event: 'connections.closed', listener, open: this.#open.size, closed: this.#closedCount },
      'closed connections of clients without a credential, or idle ones, because there are many',
    )
  }
}

function endsOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`
}
