/**
 * A request and its response, streamed in both directions. Until the response begins it can be retried, if that is
 * safe (core/routing/retry.ts) and its body is still at hand.
 */
import { randomUUID } from 'node:crypto'
import type { ClientRequest, IncomingMessage, InformationEvent } from 'node:http'
import { headers as names } from '@cay/contract/names.ts'
import { toDownstreamHeaders } from '@cay/core/routing/forwarded-headers.ts'
import type { Interruption } from '@cay/core/routing/interruption.ts'
import { continueStatus, isKeepAlive, readRequestFraming } from '@cay/core/routing/message-framing.ts'
import { bounds } from '../../bounds.ts'
import type { Downstream } from '../downstream/downstream.ts'
import { openTunnel, type Tunnel } from '../streams/tunnel.ts'
import type { UpstreamConnection } from '../upstream/upstream-connection.ts'
import {
  type AfterDisconnect,
  type AfterInterruption,
  type ConnectionDisposition,
  type Forwarder,
  guard,
  type OnResponseEnd,
  type OnUpstreamError,
  type SendOptions,
  type TakesResponse,
} from './forwarder.ts'
import { relayResponse } from './relay-response.ts'
import { RequestBody, type RetryBufferBudget } from './request-body.ts'
import { sendRequest } from './upstream-request.ts'

export interface ForwardedRequestOptions {
  readonly port: number
  /** It may be retried until the response begins. */
  readonly isRetriable: boolean
  /** It is sent with an idempotency key, so that envd applies it once. */
  readonly hasIdempotencyKey: boolean
  /** It may be retried even while its body is still arriving. */
  readonly mayRestartBody: boolean
  /** The body is kept, within its bounds, although the request may not be retried: it may be sent to a wrong node. */
  readonly keepsBody?: boolean
  /** The body is sent after a 100 response. */
  readonly holdsBody?: boolean
}

interface ForwardedRequestContext {
  readonly onUpstreamError: OnUpstreamError
  readonly onResponseEnd: OnResponseEnd
  readonly retryBufferBudget: RetryBufferBudget
  /** Absent: every response is for the client. */
  readonly takesResponse?: TakesResponse
}

/** The request on one connection. */
interface Attempt {
  readonly upstreamRequest: ClientRequest
  readonly upstream: UpstreamConnection
  /** The server was told to close the connection. */
  readonly isLast: boolean
}

export class ForwardedRequest implements Forwarder {
  readonly isStream = false
  readonly mayReuseConnection: boolean
  readonly #downstream: Downstream
  readonly #options: ForwardedRequestOptions
  readonly #context: ForwardedRequestContext
  readonly #body: RequestBody
  readonly #extraHeaders: readonly string[]
  /** The request on the current connection; events of earlier ones are ignored. */
  #current: ClientRequest | undefined
  #tunnel: Tunnel | undefined
  #hasResponse = false
  #isDone = false
  #hasSentContinue = false

  constructor(downstream: Downstream, options: ForwardedRequestOptions, context: ForwardedRequestContext) {
    this.#downstream = downstream
    this.#options = options
    this.#context = context
    this.mayReuseConnection = options.isRetriable && (options.hasIdempotencyKey || !hasBody(downstream))
    const keepsBody = options.isRetriable || options.keepsBody === true
    const budget = keepsBody ? context.retryBufferBudget : undefined
    this.#body = RequestBody.of(downstream, budget, options.mayRestartBody)
    this.#extraHeaders = options.hasIdempotencyKey ? [names.once, randomUUID()] : []
  }

  send(upstream: UpstreamConnection, { hostMask, keepAlive, userIssuer, hop }: SendOptions): void {
    const { port, holdsBody = false } = this.#options
    const isLast = !keepAlive || this.#downstream.takeOver !== undefined
    const parts = {
      downstream: this.#downstream,
      upstream,
      isLast,
      extraHeaders: this.#extraHeaders,
      ...{ port, hostMask, userIssuer, hop, holdsBody },
    }
    const upstreamRequest = sendRequest(parts, this.#body, (error) => this.#fail(upstreamRequest, error))
    this.#current = upstreamRequest
    this.#receiveResponse({ upstreamRequest, upstream, isLast })
  }

  afterDisconnect(): AfterDisconnect {
    this.#current = undefined
    this.#body.stop()
    if (this.#isDone) return 'done'
    return this.#options.isRetriable && !this.#hasResponse && this.#body.isReplayable ? 'retry' : 'lost'
  }

  /** Nothing of the request was forwarded into a sandbox. True when it can be sent again from its first byte on. */
  rewind(): boolean {
    this.#current = undefined
    this.#body.stop()
    return this.#body.isRewindable
  }

  handOver(): RequestBody {
    this.#current = undefined
    this.#body.stop()
    return this.#body
  }

  /** The server may have processed it. */
  mayReconnect(): boolean {
    return false
  }

  interrupt(by: Interruption): AfterInterruption {
    this.#current = undefined
    this.#body.stop()
    if (this.#isDone || this.#tunnel?.interrupt(by) === true) return 'done'
    return this.#hasResponse ? 'reset' : 'respond'
  }

  /** Both ends of a tunnel were closed gracefully. */
  release(upstream: UpstreamConnection | undefined): void {
    this.#body.discard()
    const { readableEnded = false, writableFinished = false } = upstream?.socket ?? {}
    if (readableEnded && writableFinished) upstream?.socket.destroy()
    else upstream?.reset()
  }

  #fail(upstreamRequest: ClientRequest, error: unknown): void {
    if (upstreamRequest === this.#current) this.#context.onUpstreamError(error)
  }

  #receiveResponse({ upstreamRequest, upstream, isLast }: Attempt): void {
    const downstream = this.#downstream
    const onUpstreamError: OnUpstreamError = (error) => this.#fail(upstreamRequest, error)
    let upstreamResponse: IncomingMessage | undefined
    upstreamRequest.on('error', (error) => {
      // A server may respond in full without reading the whole request.
      if (upstreamResponse?.complete !== true) onUpstreamError(error)
    })
    upstreamRequest.on('information', (informational) => {
      if (upstreamRequest === this.#current) this.#relayInformational(informational)
    })
    upstreamRequest.once('response', (response) => {
      upstreamResponse = response
      if (this.#context.takesResponse?.(response) === false) return void response.resume()
      this.#begin()
      const hasExcessBytes = upstream.followResponse(response)
      // Before Node's own listener closes the connection.
      response.prependOnceListener('end', () => {
        const isLastResponse = hasExcessBytes() || isLast
        this.#finish(upstreamRequest, isLastResponse ? 'reset' : dispositionOf(upstreamRequest, response))
      })
      const endsConnection = downstream.awaitsContinue && !this.#hasSentContinue
      guard(onUpstreamError, () =>
        relayResponse({ downstream, upstreamResponse: response, onUpstreamError, endsConnection }),
      )
    })
    upstreamRequest.once('upgrade', (response, _, head) => {
      upstreamResponse = response
      this.#begin()
      if (downstream.takeOver === undefined)
        onUpstreamError(new Error('upstream switched protocols without an Upgrade request'))
      else {
        guard(onUpstreamError, () => {
          this.#tunnel = openTunnel(downstream, {
            upstreamResponse: response,
            upstream: upstream.socket,
            head,
          })
        })
      }
    })
  }

  #begin(): void {
    this.#hasResponse = true
    this.#body.discard()
  }

  #finish(upstreamRequest: ClientRequest, disposition: ConnectionDisposition): void {
    if (upstreamRequest !== this.#current) return
    this.#current = undefined
    this.#isDone = true
    this.#context.onResponseEnd(disposition)
  }

  /** Informational responses are relayed while the client keeps up with them. */
  #relayInformational(informational: InformationEvent): void {
    const { request, response, socket, awaitsContinue } = this.#downstream
    const isFirst = !this.#hasSentContinue
    this.#hasSentContinue ||= informational.statusCode === continueStatus
    const ownsSocket = response.socket === socket && !response.headersSent
    if (!ownsSocket || request.httpVersionMinor === 0) return
    if (informational.statusCode === continueStatus) {
      if (awaitsContinue && isFirst) response.writeContinue()
      return
    }
    if (socket.writableLength > bounds.informationalBacklogBytesMax) return
    const lines = [`HTTP/1.1 ${informational.statusCode} ${informational.statusMessage}`]
    // An informational response has no body, whatever its headers say.
    const framing = { body: 'close', isUpgrade: false } as const
    const headers = toDownstreamHeaders(informational.rawHeaders, framing, request.rawHeaders)
    for (let i = 0; i + 1 < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`)
    socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  }
}

function hasBody({ request: { method = 'GET', url = '', rawHeaders } }: Downstream): boolean {
  const requestFraming = readRequestFraming(method, url, rawHeaders)
  return requestFraming.kind !== 'accepted' || requestFraming.hasBody
}

function dispositionOf(
  upstreamRequest: ClientRequest,
  upstreamResponse: IncomingMessage,
): ConnectionDisposition {
  if (!upstreamRequest.shouldKeepAlive || !upstreamRequest.writableFinished) return 'reset'
  return isKeepAlive(upstreamResponse.rawHeaders) ? 'keep' : 'close'
}
