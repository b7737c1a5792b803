/**
 * Streams a request body upstream. For a retriable request the bytes are kept in a bounded retry buffer until the
 * response begins. A body that was buffered completely can be sent again; one that is still arriving can be sent
 * again only to envd, which does nothing before it has the whole call and rewrites an upload from its first byte.
 */
import type { ClientRequest, IncomingMessage } from 'node:http'
import { SharedLimit } from '@cay/kit/flow/shared-limit.ts'
import { bounds } from '../../bounds.ts'

/** What one party has of the retry buffers of all requests. */
export interface RetryBufferBudget {
  /** False when it has its share. */
  reserve(bytes: number): boolean
  release(bytes: number): void
}

/** Limits the retry buffers of all requests together, by shares of teams. */
export class RetryBuffers {
  readonly #shares: SharedLimit

  constructor(bytesMax: number = bounds.retryBuffersBytesMax) {
    this.#shares = new SharedLimit(bytesMax)
  }

  budgetOf(party: string): RetryBufferBudget {
    return {
      reserve: (bytes) => this.#shares.take(party, bytes),
      release: (bytes) => this.#shares.release(party, bytes),
    }
  }
}

export class RequestBody {
  readonly #request: IncomingMessage
  readonly #budget: RetryBufferBudget | undefined
  #mayRestartBody: boolean
  #chunks: Buffer[] | undefined
  #bufferedBytes = 0
  #receiver: ClientRequest | undefined
  #isSent = false

  /** Without a budget nothing is buffered. */
  constructor(request: IncomingMessage, budget: RetryBufferBudget | undefined, mayRestartBody: boolean) {
    this.#request = request
    this.#budget = budget
    this.#mayRestartBody = mayRestartBody
    this.#chunks = budget === undefined ? undefined : []
  }

  /** The body of a request that nobody has read, or what somebody else has left of it. */
  static of(
    { request, body }: { readonly request: IncomingMessage; readonly body?: RequestBody | undefined },
    budget: RetryBufferBudget | undefined,
    mayRestartBody: boolean,
  ): RequestBody {
    if (body === undefined) return new RequestBody(request, budget, mayRestartBody)
    body.#mayRestartBody = mayRestartBody
    return body
  }

  /** All that was sent to one connection can be sent to another. */
  get isReplayable(): boolean {
    if (!this.#isSent) return true
    return this.#chunks !== undefined && (this.#mayRestartBody || this.#request.readableEnded)
  }

  /** All that has arrived so far is here, and the rest follows. */
  get isRewindable(): boolean {
    return !this.#isSent || this.#chunks !== undefined
  }

  /** Streams the body; `onEnd` is called after the last byte. */
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
    // The head is sent with the first bytes when they are available, and at once otherwise.
    if (request.readableLength === 0) upstreamRequest.flushHeaders()
    request.pipe(upstreamRequest, { end: false })
    request.once('end', () => {
      if (this.#receiver === upstreamRequest) onEnd()
    })
  }

  /** Stops writing to a connection that is gone. */
  stop(): void {
    if (this.#receiver !== undefined) this.#request.unpipe(this.#receiver)
    this.#receiver = undefined
  }

  /** Drops the retry buffer: the body will not be sent again. */
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
