/** One connection into a sandbox, and the requests that it carries, one after the other. */
import { Agent, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { ResponseOnlyConnection } from './response-only-connection.ts'

export class UpstreamConnection {
  readonly socket: Socket
  /** It has carried a request before, so its server may be about to close it. */
  isReused = false
  /** Node's client has never used it: what it has used once is its own, and it ends that when anybody else reads there. */
  isRaw = true
  readonly #agent: SingleConnectionAgent
  #onIdle: () => void = () => undefined

  constructor(socket: Socket) {
    this.socket = socket
    this.#agent = new SingleConnectionAgent(socket)
    // Whoever uses it meets the same error and knows what it means.
    socket.on('error', () => undefined)
    socket.on('timeout', () => this.#onIdle())
  }

  /** `onIdle` is called after so long without a byte in either direction. */
  watch(idleMs: number, onIdle: () => void): void {
    this.#onIdle = onIdle
    this.socket.setTimeout(idleMs)
  }

  /**
   * Node's way to put several requests on one connection. A later one comes by no other: Node holds what is read of a
   * connection between two requests for a fault, until its agent uses it again.
   */
  get agent(): Agent {
    this.isRaw = false
    return this.#agent
  }

  /** Tells at the end of an answer whether the guest has said anything behind it, which a slow client leaves time for. */
  followResponse(response: IncomingMessage): () => boolean {
    const { socket } = this
    let hasSaidMore = false
    const onData = () => {
      hasSaidMore ||= response.complete
    }
    // Before the answer learns of the same bytes.
    socket.prependListener('data', onData)
    return () => {
      socket.off('data', onData)
      return hasSaidMore || socket.readableEnded
    }
  }

  /** After an answer: `keep` is asked once, when the connection is free. Unless it may stay Node ends it in order. */
  whenFree(keep: () => boolean): void {
    this.isReused = true
    if (!this.isRaw) this.#agent.keep = keep
    else if (!keep()) this.socket.destroy()
  }

  /** After an answer, in order; Node's client does so by itself. */
  close(): void {
    if (this.isRaw) this.socket.destroy()
  }

  /** Its server has been asked, and these bytes of its answer have come: the agent's next request reads them. */
  replayResponse(received: Buffer): void {
    this.#agent.responseOnly = new ResponseOnlyConnection(this.socket, received)
  }

  reset(): void {
    this.socket.resetAndDestroy()
  }
}

const never = () => false

class SingleConnectionAgent extends Agent {
  readonly #socket: Socket
  keep = never
  responseOnly: ResponseOnlyConnection | undefined

  constructor(socket: Socket) {
    super({ keepAlive: true, maxSockets: 1, maxFreeSockets: 1 })
    this.#socket = socket
  }

  override createConnection(): Duplex {
    return this.responseOnly ?? this.#socket
  }

  override keepSocketAlive(): boolean {
    const { keep } = this
    this.keep = never
    return keep()
  }
}
