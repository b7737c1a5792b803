/**
 * The fast path: a retriable request without a body. It is written to the socket as text, and a response of known
 * length is relayed without Node's client, which would cost more than everything else that the proxy does. For any
 * other response the request switches to the slow path, with the bytes already received.
 */

import {
  type FixedLengthResponse,
  parseFixedLengthResponse,
} from '@cay/core/routing/fixed-length-response.ts'
import type { Interruption } from '@cay/core/routing/interruption.ts'
import { isClose, isKeepAlive } from '@cay/core/routing/message-framing.ts'
import { bounds } from '../../bounds.ts'
import type { Downstream } from '../downstream/downstream.ts'
import type { UpstreamConnection } from '../upstream/upstream-connection.ts'
import type { ForwardedRequest } from './forwarded-request.ts'
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
import { relayHead } from './relay-response.ts'
import type { RequestBody } from './request-body.ts'
import { renderHead, upstreamHeaders } from './upstream-request.ts'

export interface FastPathContext {
  readonly port: number
  readonly onUpstreamError: OnUpstreamError
  readonly onResponseEnd: OnResponseEnd
  /** The same request by Node's client. */
  readonly createSlowPath: (onResponseEnd: OnResponseEnd) => ForwardedRequest
  /** Called when the response needs the slow path. */
  readonly onSlowPath: () => void
  /** Absent: every response is for the client. */
  readonly takesResponse?: TakesResponse
}

export class FastPathRequest implements Forwarder {
  readonly isStream = false
  readonly mayReuseConnection = true
  readonly #downstream: Downstream
  readonly #parts: FastPathContext
  #slowPath: ForwardedRequest | undefined
  #upstream: UpstreamConnection | undefined
  #options: SendOptions = { hostMask: '', keepAlive: false }
  /** Bytes received of an incomplete head. */
  #held: Buffer | undefined
  #upstreamResponse: FixedLengthResponse | undefined
  #bodyBytesLeft = 0
  #isDone = false

  constructor(downstream: Downstream, parts: FastPathContext) {
    this.#downstream = downstream
    this.#parts = parts
  }

  send(upstream: UpstreamConnection, options: SendOptions): void {
    if (upstream.isRaw) this.#write(upstream, options)
    else {
      this.#slowPath = this.#parts.createSlowPath(this.#parts.onResponseEnd)
      this.#slowPath.send(upstream, options)
    }
  }

  #write(upstream: UpstreamConnection, options: SendOptions): void {
    const { request } = this.#downstream
    const headers = upstreamHeaders(
      request.rawHeaders,
      { body: 'length', isUpgrade: false },
      { ...options, ...this.#parts },
    )
    headers.push('Connection', options.keepAlive ? 'keep-alive' : 'close')
    const head = renderHead(`${request.method} ${request.url} HTTP/1.1`, headers)
    this.#slowPath = undefined
    this.#held = undefined
    this.#options = options
    this.#upstream = upstream
    const { socket } = upstream
    socket.on('data', this.#onData)
    socket.on('end', this.#onEnd)
    socket.on('close', this.#onEnd)
    socket.write(head, 'latin1')
  }

  afterDisconnect(): AfterDisconnect {
    if (this.#slowPath !== undefined) return this.#slowPath.afterDisconnect()
    this.#detach()
    if (this.#isDone) return 'done'
    return this.#upstreamResponse === undefined ? 'retry' : 'lost'
  }

  /** See `ForwardedRequest`. */
  rewind(): boolean {
    this.#detach()
    this.#upstreamResponse = undefined
    return this.#slowPath === undefined || this.#slowPath.rewind()
  }

  mayReconnect(): boolean {
    return false
  }

  interrupt(by: Interruption): AfterInterruption {
    if (this.#slowPath !== undefined) return this.#slowPath.interrupt(by)
    this.#detach()
    if (this.#isDone) return 'done'
    return this.#upstreamResponse === undefined ? 'respond' : 'reset'
  }

  handOver(): RequestBody | undefined {
    this.#detach()
    return this.#slowPath?.handOver()
  }

  release(upstream: UpstreamConnection | undefined): void {
    this.#detach()
    if (this.#slowPath === undefined) upstream?.reset()
    else this.#slowPath.release(upstream)
  }

  readonly #onData = (bytes: Buffer): void => {
    guard(this.#fail, () => {
      if (this.#upstreamResponse === undefined) this.#readHead(bytes)
      else this.#relayBody(bytes)
    })
  }

  readonly #onEnd = (): void => {
    this.#fail(this.#upstream?.socket.errored ?? new Error('upstream closed the connection'))
  }

  readonly #fail = (error: unknown): void => {
    this.#detach()
    this.#parts.onUpstreamError(error)
  }

  #readHead(bytes: Buffer): void {
    const held = this.#held === undefined ? bytes : Buffer.concat([this.#held, bytes])
    const end = held.indexOf(endOfHead)
    if (end === -1 && held.length <= bounds.fastPathHeadBytesMax) this.#held = held
    else {
      const head = end === -1 ? '' : held.toString('latin1', 0, end)
      const upstreamResponse = parseFixedLengthResponse(head, this.#downstream.request.method ?? '')
      if (upstreamResponse === undefined) this.#switchToSlowPath(held)
      else this.#begin(upstreamResponse, held.subarray(end + endOfHead.length))
    }
  }

  #begin(upstreamResponse: FixedLengthResponse, rest: Buffer): void {
    this.#upstreamResponse = upstreamResponse
    this.#held = undefined
    this.#bodyBytesLeft = upstreamResponse.bodyBytes
    const { status: statusCode, reason: statusMessage, headers } = upstreamResponse
    const head = { statusCode, statusMessage, rawHeaders: [...headers] }
    if (this.#parts.takesResponse?.(head) === false) {
      this.#detach()
      return
    }
    relayHead({ downstream: this.#downstream, upstreamResponse: head, endsConnection: false })
    // Head and first bytes are sent together when they arrived together; a head without bytes is not delayed.
    if (rest.length === 0 && upstreamResponse.bodyBytes > 0) this.#downstream.response.flushHeaders()
    else this.#relayBody(rest)
  }

  #relayBody(bytes: Buffer): void {
    const { response } = this.#downstream
    const hasExcessBytes = bytes.length > this.#bodyBytesLeft
    const body = hasExcessBytes ? bytes.subarray(0, this.#bodyBytesLeft) : bytes
    this.#bodyBytesLeft -= body.length
    if (this.#bodyBytesLeft > 0) {
      if (!response.write(body)) this.#waitForClient()
      return
    }
    const disposition = hasExcessBytes ? 'reset' : this.#disposition
    this.#detach()
    this.#isDone = true
    this.#parts.onResponseEnd(disposition)
    if (body.length === 0) response.end()
    else response.end(body)
  }

  get #disposition(): ConnectionDisposition {
    const { headers = [] } = this.#upstreamResponse ?? {}
    if (!this.#options.keepAlive || isClose(headers)) return 'reset'
    return isKeepAlive(headers) ? 'keep' : 'close'
  }

  #waitForClient(): void {
    const upstream = this.#upstream
    upstream?.socket.pause()
    this.#downstream.response.once('drain', () => {
      if (this.#upstream === upstream) upstream?.socket.resume()
    })
  }

  #switchToSlowPath(received: Buffer): void {
    const upstream = this.#upstream
    if (upstream === undefined) return
    this.#detach()
    upstream.replayResponse(received)
    // Node's client considers this another connection, so it cannot be kept.
    this.#parts.onSlowPath()
    const slowPath = this.#parts.createSlowPath((disposition) =>
      this.#parts.onResponseEnd(disposition === 'keep' ? 'reset' : disposition),
    )
    this.#slowPath = slowPath
    slowPath.send(upstream, this.#options)
  }

  /** Removes all listeners from the connection. */
  #detach(): void {
    const socket = this.#upstream?.socket
    this.#upstream = undefined
    socket?.off('data', this.#onData)
    socket?.off('end', this.#onEnd)
    socket?.off('close', this.#onEnd)
  }
}

const endOfHead = Buffer.from('\r\n\r\n')
