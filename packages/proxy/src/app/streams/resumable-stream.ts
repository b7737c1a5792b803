/**
 * A stream of envd that survives the loss of its connection. The proxy names the stream, forwards whole frames only
 * and counts them; on another connection envd resumes behind the last one (docs/envd.md, "Resumable streams").
 * The client sees a delay.
 */
import { randomUUID } from 'node:crypto'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { limits } from '@cay/contract/limits.ts'
import { headers as names } from '@cay/contract/names.ts'
import { emptyMessage, type StreamCall } from '@cay/core/routing/envd-call.ts'
import { type Framing, omitHeaders, toUpstreamHeaders } from '@cay/core/routing/forwarded-headers.ts'
import { FrameSplitter } from '@cay/core/routing/frame-splitter.ts'
import { endInterruptedStream, type Interruption } from '@cay/core/routing/interruption.ts'
import { limitReceiveBuffer } from '@cay/kit/host/socket-buffers.ts'
import { bounds } from '../../bounds.ts'
import type { Downstream } from '../downstream/downstream.ts'
import {
  type AfterDisconnect,
  type AfterInterruption,
  type Forwarder,
  guard,
  type OnUpstreamError,
  type SendOptions,
} from '../forwarding/forwarder.ts'
import { endResponse, relayHead, relayResponse } from '../forwarding/relay-response.ts'
import { RequestBody, type RetryBufferBudget } from '../forwarding/request-body.ts'
import { openUpstreamRequest, resetAtEnd, sendRequest } from '../forwarding/upstream-request.ts'
import type { UpstreamConnection } from '../upstream/upstream-connection.ts'
import { closeGracefully } from './close-gracefully.ts'
import type { InterruptedStreams } from './interrupted-streams.ts'

export interface ResumableStreamContext {
  readonly sandboxId: string
  readonly call: StreamCall
  readonly onUpstreamError: OnUpstreamError
  readonly retryBufferBudget: RetryBufferBudget
  readonly interruptedStreams: InterruptedStreams
}

/** One connection of the stream; events of earlier ones are ignored. */
interface Connection {
  readonly upstream: UpstreamConnection
  readonly upstreamRequest: ClientRequest
  upstreamResponse?: IncomingMessage
}

export class ResumableStream implements Forwarder {
  readonly isStream = true
  readonly mayReuseConnection = false
  readonly #name = randomUUID()
  /** `frames`: handed to the kernel. */
  readonly #sent = { name: this.#name, frames: 0 }
  readonly #downstream: Downstream
  readonly #parts: ResumableStreamContext
  readonly #body: RequestBody
  readonly #splitter = new FrameSplitter(bounds.frameBytesMax)
  #current: Connection | undefined
  #attempt = 0
  #failedAttempts = 0
  /** How the response body is framed for the client; set once envd has accepted the stream. */
  #framing: Framing['body'] | undefined
  /** The response cannot be resumed. */
  #cannotResume = false
  /** Frames that were forwarded. */
  #frames = 0
  #isComplete = false

  constructor(downstream: Downstream, parts: ResumableStreamContext) {
    this.#downstream = downstream
    this.#parts = parts
    this.#body = RequestBody.of(downstream, parts.retryBufferBudget, true)
    downstream.response.on('drain', () => this.#current?.upstreamResponse?.resume())
  }

  send(upstream: UpstreamConnection, { userIssuer }: SendOptions): void {
    this.#attempt += 1
    limitReceiveBuffer(upstream.socket, limits.streamSocketBytesMax)
    const upstreamRequest =
      this.#framing === undefined ? this.#sendAll(upstream, userIssuer) : this.#reopen(upstream, userIssuer)
    const connection: Connection = { upstream, upstreamRequest }
    this.#current = connection
    upstreamRequest.on('error', (error) => this.#fail(connection, error))
    upstreamRequest.once('response', (upstreamResponse) =>
      this.#receiveResponse(connection, upstreamResponse),
    )
  }

  afterDisconnect(): AfterDisconnect {
    this.#current = undefined
    this.#splitter.dropPartial()
    this.#body.stop()
    if (this.#isComplete) {
      this.#downstream.response.end()
      return 'done'
    }
    if (this.#cannotResume) return 'lost'
    return this.#framing !== undefined || this.#body.isReplayable ? 'retry' : 'lost'
  }

  /** A stream may be silent for long, so reconnects after captures do not count. */
  mayReconnect(): boolean {
    this.#failedAttempts += 1
    return this.#failedAttempts < bounds.streamReconnectsMax
  }

  interrupt(by: Interruption): AfterInterruption {
    if (this.afterDisconnect() === 'done') return 'done'
    if (this.#cannotResume) return 'reset'
    if (this.#framing === undefined) return 'respond'
    const { interruptedStreams, sandboxId, call } = this.#parts
    if (by === 'paused' && call.source === 'process') interruptedStreams.remember(sandboxId, this.#sent)
    // Bytes beyond Content-Length would be parsed as the next response.
    if (this.#framing === 'length') return 'reset'
    const { response } = this.#downstream
    const { frame, trailers } = endInterruptedStream(call.protocol, by)
    if (this.#framing === 'chunked') response.addTrailers(trailers)
    response.end(frame)
    return 'done'
  }

  handOver(): RequestBody {
    this.#current = undefined
    this.#body.stop()
    return this.#body
  }

  release(upstream: UpstreamConnection | undefined): void {
    this.#body.discard()
    const { upstreamResponse } = this.#current ?? {}
    this.#current = undefined
    const isInProgress = this.#framing !== undefined && !this.#isComplete
    if (upstream !== undefined && upstreamResponse !== undefined && isInProgress)
      closeGracefully(upstream.socket, upstreamResponse)
    else upstream?.reset()
  }

  #sendAll(upstream: UpstreamConnection, userIssuer: string | undefined): ClientRequest {
    const extraHeaders = [names.stream, this.#position, ...this.#interruptedBefore()]
    const parts = {
      downstream: this.#downstream,
      upstream,
      isLast: true,
      extraHeaders,
      port: limits.daemonPort,
      hostMask: '',
      userIssuer,
    }
    const upstreamRequest = sendRequest(parts, this.#body, (error) => {
      if (this.#current?.upstreamRequest === upstreamRequest) this.#parts.onUpstreamError(error)
    })
    return upstreamRequest
  }

  /** envd knows the call: only its caller and its name are sent again. */
  #reopen(upstream: UpstreamConnection, userIssuer: string | undefined): ClientRequest {
    const message = emptyMessage(this.#parts.call.codec)
    const framing = { body: 'close', isUpgrade: false } as const
    const clientHeaders = toUpstreamHeaders(this.#downstream.request.rawHeaders, framing, userIssuer)
    const headers = omitHeaders(clientHeaders, firstRequestHeaders)
    headers.push('Content-Length', String(message.length), names.stream, this.#position)
    const upstreamRequest = openUpstreamRequest({
      downstream: this.#downstream,
      upstream,
      isLast: true,
      headers,
    })
    upstreamRequest.end(message)
    return upstreamRequest
  }

  get #position(): string {
    return `${this.#name}:${this.#attempt}:${this.#frames}`
  }

  /** Positions for a client that connects again after a pause. */
  #interruptedBefore(): string[] {
    const { interruptedStreams, sandboxId } = this.#parts
    const known = interruptedStreams.of(sandboxId).map(({ name, frames }) => `${name}:${frames}`)
    return known.length === 0 ? [] : [names.cutStreams, known.join(',')]
  }

  #receiveResponse(connection: Connection, upstreamResponse: IncomingMessage): void {
    if (connection !== this.#current) return
    connection.upstreamResponse = upstreamResponse
    this.#body.discard()
    this.#failedAttempts = 0
    const onUpstreamError: OnUpstreamError = (error) => this.#fail(connection, error)
    upstreamResponse.on('error', onUpstreamError)
    resetAtEnd(upstreamResponse, connection.upstream)
    guard(onUpstreamError, () => {
      if (upstreamResponse.headers[names.stream] === this.#name)
        this.#relayFrames(connection, upstreamResponse)
      else if (this.#framing === undefined) this.#relayUnresumable(upstreamResponse, onUpstreamError)
      else this.#giveUp(new Error('envd cannot resume the stream'))
    })
  }

  /** An error, or a server that does not support resumption. */
  #relayUnresumable(upstreamResponse: IncomingMessage, onUpstreamError: OnUpstreamError): void {
    this.#cannotResume = true
    relayResponse({
      downstream: this.#downstream,
      upstreamResponse,
      onUpstreamError,
      endsConnection: this.#downstream.awaitsContinue,
    })
  }

  #relayFrames(connection: Connection, upstreamResponse: IncomingMessage): void {
    const downstream = this.#downstream
    upstreamResponse.on('data', (chunk: Buffer) => {
      if (connection === this.#current) this.#pass(upstreamResponse, chunk)
    })
    if (this.#framing === undefined) {
      this.#framing = relayHead({ downstream, upstreamResponse, endsConnection: downstream.awaitsContinue })
      const continued = upstreamResponse.headers[names.cutStreams]
      if (typeof continued === 'string')
        this.#parts.interruptedStreams.forget(this.#parts.sandboxId, continued)
      // Sent together with the first frames when they are there.
      process.nextTick(() => downstream.response.flushHeaders())
    }
    upstreamResponse.once('end', () => {
      if (connection === this.#current) this.#finish(upstreamResponse)
    })
  }

  #pass(upstreamResponse: IncomingMessage, chunk: Buffer): void {
    const whole = this.#splitter.push(chunk)
    if (whole === undefined) this.#giveUp(new Error('frame of envd exceeds the maximum size'))
    if (whole === undefined || whole.count === 0) return
    const frames = this.#frames + whole.count
    this.#frames = frames
    this.#isComplete ||= whole.isLast
    const canWriteMore = this.#downstream.response.write(whole.bytes, (error) => {
      if (error == null) this.#sent.frames = frames
    })
    if (!canWriteMore) upstreamResponse.pause()
  }

  #finish(upstreamResponse: IncomingMessage): void {
    if (this.#splitter.partialBytes > 0) {
      this.#giveUp(new Error('stream ended within a frame'))
      return
    }
    this.#isComplete = true
    const framing = this.#framing ?? 'close'
    guard(this.#parts.onUpstreamError, () => endResponse(this.#downstream, upstreamResponse, framing))
  }

  #giveUp(error: Error): void {
    this.#cannotResume = true
    this.#parts.onUpstreamError(error)
  }

  #fail(connection: Connection, error: unknown): void {
    if (connection === this.#current && connection.upstreamResponse?.complete !== true)
      this.#parts.onUpstreamError(error)
  }
}

/** Headers that describe the first message, or apply to the first call only. */
const firstRequestHeaders: ReadonlySet<string> = new Set([
  'content-length',
  'content-encoding',
  'expect',
  'connect-timeout-ms',
  'grpc-timeout',
])
