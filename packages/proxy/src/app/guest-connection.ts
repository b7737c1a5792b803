/** One connection into a sandbox, and the requests that it carries, one after the other. */
import { Agent } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export class GuestConnection {
  readonly socket: Socket
  /** It has carried a request before, so its server may be about to close it. */
  isUsed = false
  #agent: SingleConnection | undefined
  #onIdle: () => void = () => undefined

  constructor(socket: Socket) {
    this.socket = socket
    // Whoever uses it meets the same error and knows what it means.
    socket.on('error', () => undefined)
    socket.on('timeout', () => this.#onIdle())
  }

  /** `onIdle` is called after so long without a byte in either direction. */
  watch(idleMs: number, onIdle: () => void): void {
    this.#onIdle = onIdle
    this.socket.setTimeout(idleMs)
  }

  /** Node's way to put several requests on one connection. */
  get agent(): Agent {
    this.#agent ??= new SingleConnection(this.socket)
    return this.#agent
  }

  /** After the answer to a request of `agent`: `keep` is asked when the connection is free. Unless it may stay it ends in order. */
  onceFree(keep: () => boolean): void {
    this.isUsed = true
    if (this.#agent === undefined) this.reset()
    else this.#agent.keep = keep
  }

  reset(): void {
    this.socket.resetAndDestroy()
  }
}

class SingleConnection extends Agent {
  readonly #socket: Socket
  keep: () => boolean = () => false

  constructor(socket: Socket) {
    super({ keepAlive: true, maxSockets: 1, maxFreeSockets: 1 })
    this.#socket = socket
  }

  override createConnection(): Duplex {
    return this.#socket
  }

  /** When it says no, Node ends the connection in order. */
  override keepSocketAlive(): boolean {
    return this.keep()
  }
}
