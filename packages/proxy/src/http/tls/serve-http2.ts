/** Serves HTTP/2: each stream becomes one HTTP/1.1 request to the plaintext port of its host. */
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import {
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  performServerHandshake,
  type ServerHttp2Stream,
} from 'node:http2'
import type { TLSSocket } from 'node:tls'
import { readAuthority, toHttp1Headers, toHttp2Headers } from '@cay/core/routing/http2-headers.ts'
import { drainBody } from '@cay/kit/flow/drain-request.ts'
import { passInterim } from '@cay/kit/flow/pass-interim.ts'
import { bounds } from '../../bounds.ts'
import { type PlaintextBackends, sourceOf } from './plaintext-backends.ts'

/** Misdirected Request (RFC 9110, 15.5.20). */
const misdirected = 421
const windowBytes = 1024 * 1024

export interface IdleTimeout {
  readonly idleMs: number
  readonly onIdle: () => void
  readonly use: ConnectionUse
}

/** What the connection is used for. */
export interface ConnectionUse {
  /** A request is in flight until the returned function is called. */
  readonly begin: () => () => void
  /** A request was accepted. */
  readonly markKnown: () => void
}

export function serveHttp2(
  client: TLSSocket,
  backends: PlaintextBackends,
  { idleMs, onIdle, use }: IdleTimeout,
): void {
  const session = performServerHandshake(client, {
    settings: {
      enablePush: false,
      initialWindowSize: windowBytes,
      maxConcurrentStreams: bounds.http2StreamsMax,
      maxHeaderListSize: bounds.headerBytesMax,
    },
  })
  // An error is followed by 'close'.
  session.on('error', () => undefined)
  // A timeout on the socket would not see what the session reads and writes.
  session.setTimeout(idleMs, onIdle)
  session.once('connect', () => session.setLocalWindowSize(4 * windowBytes))
  session.on('stream', (stream, headers, flags) => {
    stream.on('error', () => undefined)
    stream.once('close', use.begin())
    const hasBody = (flags & constants.NGHTTP2_FLAG_END_STREAM) === 0
    forwardStream(stream, { headers, hasBody, onAccepted: use.markKnown }, backends)
  })
}

interface Http2Request {
  readonly headers: IncomingHttpHeaders
  readonly hasBody: boolean
  readonly onAccepted: () => void
}

function forwardStream(
  stream: ServerHttp2Stream,
  { headers, hasBody, onAccepted }: Http2Request,
  backends: PlaintextBackends,
): void {
  const { ':method': method = 'GET', ':path': path = '/' } = headers
  const authority = readAuthority(headers)
  if (authority === undefined || method === 'CONNECT') {
    stream.respond({ ':status': method === 'CONNECT' ? 405 : 400 }, { endStream: true })
    return
  }
  if (backends.bound !== undefined && backends.bound.name !== authority.name) {
    stream.respond({ ':status': misdirected }, { endStream: true })
    return
  }
  const http1Request = openRequest(stream, {
    ...sourceOf(backends),
    ...{ host: backends.host, port: backends.portFor(authority.name), method, path },
    headers: [...toHeaderPairs(toHttp1Headers(headers, { host: authority.host, hasBody })), ...staysOpen],
  })
  http1Request?.once('response', ({ statusCode = 0 }) => {
    if (statusCode < 400) onAccepted()
  })
  if (http1Request !== undefined) pipeRequest(stream, http1Request, hasBody)
}

/** A backend that closes behind its response does so over a body that it refuses, and then the response is lost. */
const staysOpen = ['connection', 'keep-alive']

/** With an array, Node serializes the whole head at once or throws. */
function toHeaderPairs(headers: Readonly<Record<string, string | string[]>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [value].flat().flatMap((each) => [name, each]))
}

/** Undefined when the head cannot be serialized: then the stream has been answered. */
function openRequest(
  stream: ServerHttp2Stream,
  options: {
    host: string
    port: number
    method: string
    path: string
    headers: readonly string[]
    localAddress?: string
  },
): ClientRequest | undefined {
  try {
    return request({ ...options, agent: false, setHost: false, maxHeaderSize: bounds.headerBytesMax })
  } catch {
    // A path or value that HTTP/1.1 cannot represent.
    stream.respond({ ':status': 400 }, { endStream: true })
    return undefined
  }
}

/** Each handler is guarded: an exception would otherwise end the process. */
function pipeRequest(stream: ServerHttp2Stream, http1Request: ClientRequest, hasBody: boolean): void {
  stream.once('trailers', (trailers) =>
    guardStream(stream, () => {
      if (!http1Request.writableEnded) http1Request.addTrailers(toHttp1Headers(trailers, undefined))
    }),
  )
  // Before a graceful end, the backend must see the disconnect.
  stream.once('close', () => http1Request.destroy())
  let hasResponded = false
  http1Request.on('error', () => hasResponded || resetStream(stream))
  http1Request.on('information', ({ statusCode, headers }) =>
    guardStream(stream, () => {
      if (statusCode !== 100) passInterim(stream, { ':status': statusCode, ...toHttp2Headers(headers) })
    }),
  )
  http1Request.once('response', (response) => {
    response.once('end', () => {
      hasResponded = true
      leaveRest(stream, http1Request)
    })
    guardStream(stream, () => relayHttp1Response(stream, response))
  })
  if (hasBody) stream.pipe(http1Request)
  else http1Request.end()
}

/** Behind a response nobody wants what is left of the body, and its bytes would hold the window of the whole connection. */
function leaveRest(stream: ServerHttp2Stream, http1Request: ClientRequest): void {
  if (stream.readableEnded || stream.destroyed) return
  drainBody(stream, () => stream.close(constants.NGHTTP2_NO_ERROR))
  http1Request.destroy()
}

function relayHttp1Response(stream: ServerHttp2Stream, response: IncomingMessage): void {
  response.on('error', () => resetStream(stream))
  if (stream.destroyed) return
  const headers: OutgoingHttpHeaders = { ':status': response.statusCode, ...toHttp2Headers(response.headers) }
  stream.respond(headers, { waitForTrailers: true })
  stream.once('wantTrailers', () =>
    guardStream(stream, () => stream.sendTrailers(toHttp2Headers(response.trailers))),
  )
  response.pipe(stream)
}

function guardStream(stream: ServerHttp2Stream, step: () => void): void {
  try {
    step()
  } catch {
    // A status or header that HTTP/2 cannot represent affects this client only.
    resetStream(stream)
  }
}

function resetStream(stream: ServerHttp2Stream): void {
  if (!stream.destroyed) stream.close(constants.NGHTTP2_INTERNAL_ERROR)
}
