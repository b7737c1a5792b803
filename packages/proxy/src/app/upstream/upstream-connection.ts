/** A connection to a server in a sandbox, and the requests that it carries one after another. */

import { Agent, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { resetConnection } from '@cay/kit/flow/reset-connection.ts'
import { ResponseOnlyConnection } from './response-only-connection.ts'

export class UpstreamConnection {
  readonly socket: Socket
  /** It has carried a request before, so its server may be about to close it. */
  isReused = false
  /** Node's client has not used it. Once it has, nobody else may read from the socket: Node would close it. */
  isRaw = true
  readonly #agent: SingleConnectionAgent
  #onIdle: () => void = () => undefined

  constructor(socket: Socket) {
    this.socket = socket
    this.#agent = new SingleConnectionAgent(socket)
    // The current user of the connection handles the same error.
    socket.on('error', () => undefined)
    socket.on('timeout', () => this.#onIdle())
  }

  /** `onIdle` is called after `idleMs` without a byte in either direction. */
  watch(idleMs: number, onIdle: () => void): void {
    this.#onIdle = onIdle
    this.socket.setTimeout(idleMs)
  }

  /**
   * Node's agent for this connection alone. All later requests must use it: Node treats bytes that are read between
   * two requests as an error until its agent uses the connection again.
   */
  get agent(): Agent {
    this.isRaw = false
    return this.#agent
  }

  /**
   * Returns a function that tells, at the end of the response, whether the server has sent bytes behind it or closed
   * its side, which can happen while a slow client still reads.
   */
  followResponse(response: IncomingMessage): () => boolean {
    const { socket } = this
    let hasExcessBytes = false
    const onData = () => {
      hasExcessBytes ||= response.complete
    }
    // Before the response sees the same bytes.
    socket.prependListener('data', onData)
    return () => {
      socket.off('data', onData)
      return hasExcessBytes || socket.readableEnded
    }
  }

  /**
   * After a response: `keep` is called once, when the connection is free. If it returns false, the connection is
   * closed.
   */
  whenFree(keep: () => boolean): void {
    this.isReused = true
    if (!this.isRaw) this.#agent.keep = keep
    else if (!keep()) this.socket.destroy()
  }

  /** Closes gracefully after a response; Node's client does so by itself. */
  close(): void {
    if (this.isRaw) this.socket.destroy()
  }

  /**
   * The request was already written and these bytes of the response were received: the agent's next request reads
   * them.
   */
  replayResponse(received: Buffer): void {
    this.#agent.responseOnly = new ResponseOnlyConnection(this.socket, received)
  }

  reset(): void {
    resetConnection(this.socket)
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
