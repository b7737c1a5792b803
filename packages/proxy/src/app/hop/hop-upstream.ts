/** The upstream side of a request for another node: the node that was tried last, and the connection to its proxy. */
import type { Socket } from 'node:net'
import type { NodeLocation } from '@cay/core/routing/locations.ts'
import type { ConnectionDisposition } from '../forwarding/forwarder.ts'
import type { UpstreamConnection } from '../upstream/upstream-connection.ts'
import type { HopConnectionPool } from './hop-connection-pool.ts'

interface Connecting {
  /** Prefers a connection that Node's client has not used. */
  readonly isRaw: boolean
  readonly onConnected: (connection: UpstreamConnection) => void
  readonly onFailed: (error: Error) => void
}

export class HopUpstream {
  readonly #pool: HopConnectionPool
  readonly #client: Socket
  #tried: NodeLocation | undefined
  #connection: UpstreamConnection | undefined
  #needsNewConnection = false
  #stopConnecting: () => void = () => undefined

  constructor(pool: HopConnectionPool, client: Socket) {
    this.#pool = pool
    this.#client = client
  }

  get connection(): UpstreamConnection | undefined {
    return this.#connection
  }

  /** The last one that was tried. */
  get tried(): NodeLocation | undefined {
    return this.#tried
  }

  forgetTried(): void {
    this.#tried = undefined
  }

  connect(location: NodeLocation, { isRaw, onConnected, onFailed }: Connecting): void {
    this.#tried = location
    this.#stopConnecting = this.#pool.connect({
      ...{ location, client: this.#client, isRaw, onFailed },
      mayReuseConnection: !this.#needsNewConnection,
      onConnected: (connection) => {
        this.#connection = connection
        onConnected(connection)
      },
    })
  }

  stopConnecting(): void {
    this.#stopConnecting()
  }

  /** Returns whether the connection that failed was a reused one; the next one is new then. */
  noteFailure(): boolean {
    const wasReused = this.#connection?.isReused === true
    this.#needsNewConnection ||= wasReused
    this.reset()
    return wasReused
  }

  reset(): void {
    this.#connection?.reset()
    this.#connection = undefined
  }

  /** The response is complete. */
  dispose(disposition: ConnectionDisposition): void {
    const connection = this.#connection
    const location = this.#tried
    this.#connection = undefined
    if (connection === undefined || location === undefined) return
    if (disposition !== 'keep') connection.reset()
    else connection.whenFree(() => this.#pool.keep(location, this.#client, connection))
  }
}
