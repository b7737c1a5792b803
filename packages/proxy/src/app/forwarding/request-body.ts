/**
 * The body of a client's request on its way to the guest. Where the request may be sent again, what has passed is kept
 * within bounds until the answer begins. A body that is kept whole can be sent again; one that is still arriving only to
 * the daemon, which does nothing before it has all of a call, and begins a file anew.
 */
import type { ClientRequest, IncomingMessage } from 'node:http'
import { bounds } from '../../bounds.ts'

/** What all bodies that are kept may take together. */
export class RetryBufferBudget {
  #bytes = 0

  /** False when there is no room. */
  reserve(bytes: number): boolean {
    if (this.#bytes + bytes > bounds.retryBuffersBytesMax) return false
    this.#bytes += bytes
    return true
  }

  release(bytes: number): void {
    this.#bytes -= bytes
  }
}

export class RequestBody {
  readonly #request: IncomingMessage
  readonly #budget: RetryBufferBudget | undefined
  readonly #mayRestartBody: boolean
  #chunks: Buffer[] | undefined
  #bufferedBytes = 0
  #receiver: ClientRequest | undefined
  #isSent = false

  /** Without a store nothing is kept. */
  constructor(request: IncomingMessage, budget: RetryBufferBudget | undefined, mayRestartBody: boolean) {
    this.#request = request
    this.#budget = budget
    this.#mayRestartBody = mayRestartBody
    this.#chunks = budget === undefined ? undefined : []
  }

  /** Of what was sent to one connection, all can be sent to another. */
  get isReplayable(): boolean {
    if (!this.#isSent) return true
    return this.#chunks !== undefined && (this.#mayRestartBody || this.#request.readableEnded)
  }

  /** Bytes pass as they come; `onEnd` is called behind the last. */
  sendTo(upstreamRequest: ClientRequest, onEnd: () => void): void {
    this.#receiver = upstreamRequest
    const request = this.#request
    for (const chunk of this.#chunks ?? []) upstreamRequest.write(chunk)
    if (this.#isSent && request.readableEnded) {
      onEnd()
      return
    }
    if (!this.#isSent && this.#chunks !== undefined)
      request.on('data', (chunk: Buffer) => this.#buffer(chunk))
    this.#isSent = true
    // With the first bytes at hand the head travels with them; otherwise it does not wait.
    if (request.readableLength === 0) upstreamRequest.flushHeaders()
    request.pipe(upstreamRequest, { end: false })
    request.once('end', () => {
      if (this.#receiver === upstreamRequest) onEnd()
    })
  }

  /** The connection it was sent to is gone. */
  stop(): void {
    if (this.#receiver !== undefined) this.#request.unpipe(this.#receiver)
    this.#receiver = undefined
  }

  /** It will not be sent again. */
  discard(): void {
    this.#budget?.release(this.#bufferedBytes)
    this.#bufferedBytes = 0
    this.#chunks = undefined
  }

  #buffer(chunk: Buffer): void {
    if (this.#chunks === undefined) return
    const isTooLarge = this.#bufferedBytes + chunk.length > bounds.retryBufferBytesMax
    if (isTooLarge || this.#budget?.reserve(chunk.length) !== true) this.discard()
    else {
      this.#chunks.push(chunk)
      this.#bufferedBytes += chunk.length
    }
  }
}
