/**
 * The node's only way to the daemon of a sandbox. Code in the sandbox may have replaced the daemon, so whatever answers there may
 * send anything, for ever or never: each call has a bound of its time, its head, its message or body, and its least progress,
 * and each guest one of its connections. With a control token, the daemon proves first that it knows it. A lint rule forbids every other client (.dependency-cruiser.cjs, biome.json).
 */

import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { limits } from '@cay/contract/limits.ts'
import { headers as headerNames } from '@cay/contract/names.ts'
import { resetConnection } from '@cay/kit/flow/reset-connection.ts'
import type { Interceptor, Transport } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import { GuestAgent } from './guest-agent.ts'

/** Bytes of the head of a response, and of its trailers. */
const headBytesMax = 16 * 1024
/** Informational responses (1xx) before a response: the daemon sends none. */
const informationalMax = 8
/** Bytes of one message of a stream; the daemon sends less than 64 KiB. */
const messageBytesMax = 1024 * 1024
/**
 * Milliseconds until a stream begins. Connect's client waits for ever when a server changes the protocol instead, and for one that
 * says nothing.
 */
export const headMsMax = 120_000
/**
 * A call that takes longer than this has to move so many bytes in each such time, in either direction. A daemon is silent
 * while it walks over a large tree that has not changed.
 */
export const progressEveryMs = 180_000
const progressBytesMin = 64 * 1024
/** Milliseconds between two polls of what a connection has received. */
const pollEveryMs = 1_000
/** What a response may take on the wire, for each byte of its body and besides. */
const wireBytesPerByte = 2
const wireBytesMin = 64 * 1024

export interface GuestRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer | Readable
  /** Milliseconds from the call to the last byte of its response. */
  readonly totalMs: number
  /** Bytes of the response's body. */
  readonly answerBytesMax: number
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined
  readonly onConnected?: () => void
}

export interface GuestAnswer {
  readonly status: number
  /** Empty: it has no such header. */
  header(name: string): string
  /** Its pieces. Throws when it is too long or too slow, and the connection is cut off then. */
  body(): AsyncGenerator<Buffer>
  /** The whole of it. */
  text(): Promise<string>
  /**
   * Resets the connection. An orderly close would linger in the sandbox, and a checkpoint refuses every connection that
   * crosses the edge.
   */
  cutOff(): void
}

/** The body of a response is longer than the caller takes. */
export class LongAnswerError extends Error {}

export interface GuestConnectionsOptions {
  /** Absent: the daemon has none yet, or the calls need none and carry no secret. */
  readonly controlToken?: string | undefined
}

type AnyCall = Parameters<Interceptor>[0]
type AnyRequest = Parameters<AnyCall>[0]

export class GuestConnections {
  readonly #agent: GuestAgent
  #streams = new AbortController()
  readonly #origin: string
  readonly #asNode: Readonly<Record<string, string>>

  constructor(address: string, { controlToken }: GuestConnectionsOptions = {}) {
    this.#agent = new GuestAgent(address, controlToken)
    this.#asNode = controlToken === undefined ? {} : { [headerNames.controlToken]: controlToken }
    this.#origin = `http://${address}:${limits.daemonPort}`
  }

  /** For Connect. Its callers set the time of each call; a stream begins within two minutes. */
  transport(useBinaryFormat: boolean): Transport {
    return createConnectTransport({
      httpVersion: '1.1',
      baseUrl: this.#origin,
      useBinaryFormat,
      readMaxBytes: messageBytesMax,
      // A small message may be a large one, compressed.
      acceptCompression: [],
      interceptors: [(next) => (call) => this.#awaitHead(call, next)],
      nodeOptions: { agent: this.#agent, maxHeaderSize: headBytesMax },
    })
  }

  /** Resolves with the head of the response. Rejects when there is none, and with the reason of the signal. */
  async send(call: GuestRequest): Promise<GuestAnswer> {
    const late = AbortSignal.timeout(call.totalMs)
    const signal = call.signal === undefined ? late : AbortSignal.any([late, call.signal])
    const { method, path, headers = {}, onConnected } = call
    const outgoing = request(`${this.#origin}${path}`, {
      ...{ method, headers: { ...this.#asNode, ...headers }, signal },
      ...{ agent: this.#agent, maxHeaderSize: headBytesMax },
    })
    const response = responseTo(outgoing, `${method} ${path.split('?', 1)[0]}`, signal)
    watchBytes(outgoing, call.answerBytesMax)
    if (onConnected !== undefined) outgoing.on('socket', (socket) => socket.on('connect', onConnected))
    sendBody(outgoing, call.body)
    return answerOf(outgoing, await response, call.answerBytesMax)
  }

  /** Resets every connection, which ends every call. */
  reset(): void {
    this.#streams.abort(new Error('the connections to the guest were reset'))
    this.#streams = new AbortController()
    this.#agent.reset()
  }

  async #awaitHead(call: AnyRequest, next: AnyCall): Promise<Awaited<ReturnType<AnyCall>>> {
    const late = new AbortController()
    const timer = setTimeout(
      () => late.abort(new Error(`envd did not respond in ${headMsMax} ms`)),
      headMsMax,
    )
    const signal = AbortSignal.any([call.signal, late.signal, this.#streams.signal])
    try {
      return await next({ ...call, signal })
    } finally {
      clearTimeout(timer)
    }
  }
}

/** A call that has connections of its own: none is left when it fails, also while the daemon proves itself. */
export async function sendAlone(
  address: string,
  call: GuestRequest,
  options: GuestConnectionsOptions = {},
): Promise<GuestAnswer> {
  const connections = new GuestConnections(address, options)
  try {
    return await connections.send(call)
  } catch (error) {
    connections.reset()
    throw error
  }
}

function sendBody(outgoing: ClientRequest, body: GuestRequest['body']): void {
  if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) outgoing.end(body)
  // A response before the end of the body says more than the broken pipe.
  else pipeline(body, outgoing).catch(() => undefined)
}

function responseTo(outgoing: ClientRequest, what: string, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // A request without a connection, whose daemon still has to prove itself, ends with the proof only.
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    let informational = 0
    outgoing.on('information', () => {
      informational += 1
      if (informational > informationalMax)
        outgoing.destroy(new Error(`envd responded to ${what} with 1xx only`))
    })
    outgoing.on('error', reject)
    // Ends the call without a response, too: for example after a protocol upgrade.
    outgoing.on('close', () => reject(new Error(`envd did not respond to ${what}`)))
    outgoing.on('response', (response) => {
      // The reader of the body gets it.
      response.on('error', () => undefined)
      resolve(response)
    })
  })
}

/** Ends a call that moves next to nothing, and one that receives more than its body can be. */
function watchBytes(outgoing: ClientRequest, answerBytesMax: number): void {
  const wireBytesMax = wireBytesMin + wireBytesPerByte * answerBytesMax
  let polls = 0
  let movedBefore = 0
  let readAtFirst: number | undefined
  const timer = setInterval(() => {
    const { bytesRead = 0, bytesWritten = 0 } = outgoing.socket ?? {}
    readAtFirst ??= bytesRead
    polls += 1
    if (bytesRead - readAtFirst > wireBytesMax)
      outgoing.destroy(new LongAnswerError(`envd sent more than ${wireBytesMax} bytes`))
    if (polls % (progressEveryMs / pollEveryMs) !== 0) return
    const moved = bytesRead + bytesWritten
    if (moved - movedBefore < progressBytesMin)
      outgoing.destroy(new Error(`envd moved less than ${progressBytesMin} bytes in ${progressEveryMs} ms`))
    movedBefore = moved
  }, pollEveryMs)
  timer.unref()
  outgoing.once('close', () => clearInterval(timer))
}

function answerOf(outgoing: ClientRequest, response: IncomingMessage, bytesMax: number): GuestAnswer {
  let failure: Error | undefined
  outgoing.on('error', (error) => {
    failure = error
  })
  // It is taken from the response at its end.
  const { socket } = response
  const cutOff = () => resetConnection(socket)
  async function* body() {
    let bytes = 0
    try {
      for await (const piece of response as AsyncIterable<Buffer>) {
        bytes += piece.length
        if (bytes > bytesMax) throw new LongAnswerError(`envd sent more than ${bytesMax} bytes`)
        yield piece
      }
    } catch (error) {
      cutOff()
      throw failure ?? error
    }
  }
  const text = async () => Buffer.concat(await Array.fromAsync(body())).toString('utf8')
  const header = (name: string) => String(response.headers[name] ?? '')
  return { status: response.statusCode ?? 0, header, body, text, cutOff }
}
