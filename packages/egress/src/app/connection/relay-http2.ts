/** HTTP/2 on both sides: each request of the client is one of ours to the server, with its headers set. */
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  performServerHandshake,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { TLSSocket } from 'node:tls'
import { echoFault, isEcho, type RawField } from '@cay/core/egress/http-head.ts'
import { passInterim } from '@cay/kit/flow/pass-interim.ts'
import { paceStream } from '@cay/kit/host/forward-bytes.ts'
import { bounds } from '../../bounds.ts'
import type { Pacer } from '../fairness/turns.ts'
import type { Connection } from './connection.ts'
import type { PlainResponse } from './plain-response.ts'

export interface TlsEnds {
  readonly guest: TLSSocket
  readonly remote: TLSSocket
}

export interface Http2Inspector {
  readonly host: string
  readonly findFields: () => Promise<RawField[]>
  /** Told of each request that is refused (a text), or has no fields. Says what to answer. */
  readonly onStopped: (cause: unknown) => PlainResponse
  /** Resolves when a request may be served. */
  readonly awaitTurn: () => Promise<void>
  readonly pace: () => Pacer
}

const settings = {
  enablePush: false,
  initialWindowSize: bounds.streamWindowBytes,
  maxHeaderListSize: bounds.headerListBytesMax,
}

/** Returns when both sides are closed. */
export async function relayHttp2(
  connection: Connection,
  ends: TlsEnds,
  inspector: Http2Inspector,
): Promise<void> {
  const server = connect(`https://${inspector.host}`, { createConnection: () => ends.remote, settings })
  const client = serve(ends.guest)
  for (const session of [server, client]) {
    // An error is followed by a close.
    session.on('error', () => undefined)
    session.setTimeout(bounds.idleHoursMax * 3_600_000, () => connection.reset())
  }
  server.once('connect', () => server.setLocalWindowSize(bounds.connectionWindowBytes))
  // The client learns that the server accepts no more streams, and opens another connection; streams in flight are finished.
  server.once('goaway', () => client.close())
  server.once('close', () => client.close())
  // Nobody is left to take a response: a server that never answers would hold the connection until it is idle for hours.
  client.once('close', () => server.destroy())
  // Sockets may be half-open here, and Node's sessions would wait for the other half for ever, also those that are destroyed
  // while something is to be written.
  ends.guest.once('end', () => ends.guest.destroy())
  ends.remote.once('end', () => ends.remote.destroy())
  client.on('stream', (stream, headers, flags) => {
    const hasBody = (flags & constants.NGHTTP2_FLAG_END_STREAM) === 0
    void passRequest(server, stream, { headers, hasBody, inspector })
  })
  await Promise.all([closeOf(server), closeOf(client)])
}

/** Answers every request alike, and ends the connection when the client has read that, or had the time to. */
export async function respondHttp2(guest: TLSSocket, answer: PlainResponse): Promise<void> {
  const session = serve(guest)
  session.on('error', () => undefined)
  session.on('stream', (stream) => {
    // The client may reset it before it has read the answer.
    stream.on('error', () => undefined)
    respond(stream, answer)
    session.close()
  })
  session.setTimeout(bounds.refusedHeadMsMax, () => session.destroy())
  await closeOf(session)
}

function serve(guest: TLSSocket): ServerHttp2Session {
  const session = performServerHandshake(guest, {
    settings: { ...settings, maxConcurrentStreams: bounds.streamsMax },
  })
  session.once('connect', () => session.setLocalWindowSize(bounds.connectionWindowBytes))
  return session
}

function closeOf(session: ServerHttp2Session | ClientHttp2Session): Promise<void> {
  if (session.closed && session.destroyed) return Promise.resolve()
  return new Promise((resolve) => session.once('close', () => resolve()))
}

interface Request {
  readonly headers: IncomingHttpHeaders
  readonly hasBody: boolean
  readonly inspector: Http2Inspector
}

/** Never throws. */
async function passRequest(
  server: ClientHttp2Session,
  stream: ServerHttp2Stream,
  { headers, hasBody, inspector }: Request,
): Promise<void> {
  stream.on('error', () => undefined)
  try {
    await inspector.awaitTurn()
    if (stream.destroyed) return
    const fault = faultOf(headers, inspector.host)
    if (fault !== undefined) {
      const answer = inspector.onStopped(fault)
      respond(stream, fault === echoFault ? answer : { ...answer, status: 421 })
      return
    }
    const fields = await inspector.findFields()
    if (stream.destroyed) return
    const out: OutgoingHttpHeaders = { ...headers }
    for (const { name, value } of fields) out[name] = value
    const request = server.request(out, { endStream: !hasBody, waitForTrailers: hasBody })
    join(stream, request)
    for (const side of [stream, request]) paceBody(side, inspector.pace())
  } catch (cause) {
    respond(stream, inspector.onStopped(cause))
  }
}

/** A client may take one connection for several names; this one is for its own. */
function faultOf(headers: IncomingHttpHeaders, host: string): string | undefined {
  const method = headers[':method'] ?? ''
  if (method === 'CONNECT') return 'CONNECT inside a connection'
  if (isEcho(method)) return echoFault
  const named = [headers[':authority'], headers.host].filter((each) => each !== undefined)
  const isHost = named.length > 0 && named.every((each) => withoutPort(each) === host)
  return isHost ? undefined : 'request to another host on the same connection'
}

function withoutPort(authority: string): string {
  return authority.toLowerCase().replace(/:\d{1,5}$/, '')
}

/**
 * Both bodies, both trailers, and the end of either before its time. What one side says and Node does not let us say to the
 * other (`http2-settings`) ends this request, and no other.
 */
function join(stream: ServerHttp2Stream, request: ClientHttp2Stream): void {
  let trailers: OutgoingHttpHeaders = {}
  let requestTrailers: OutgoingHttpHeaders = {}
  const orEnd = (step: () => void) => {
    try {
      step()
    } catch {
      stream.close(constants.NGHTTP2_PROTOCOL_ERROR)
    }
  }
  request.on('error', () => undefined)
  request.on('headers', (headers) => orEnd(() => passInterim(stream, headers)))
  request.on('response', (headers, flags) => {
    if (stream.destroyed) return
    const endStream = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0
    orEnd(() => stream.respond(headers, endStream ? { endStream } : { waitForTrailers: true }))
  })
  request.on('trailers', (headers) => {
    trailers = headers
  })
  stream.on('wantTrailers', () => orEnd(() => stream.sendTrailers(trailers)))
  stream.on('trailers', (headers) => {
    requestTrailers = headers
  })
  request.on('wantTrailers', () => orEnd(() => request.sendTrailers(requestTrailers)))
  stream.pipe(request)
  request.pipe(stream)
  stream.once('close', () => request.close(stream.rstCode))
  request.once('close', () => {
    if (request.rstCode !== constants.NGHTTP2_NO_ERROR || !request.readableEnded)
      stream.close(request.rstCode || constants.NGHTTP2_INTERNAL_ERROR)
  })
}

function paceBody(side: ServerHttp2Stream | ClientHttp2Stream, pacer: Pacer): void {
  paceStream(side, pacer)
  side.once('close', () => pacer.end())
}

function respond(stream: ServerHttp2Stream, { status, text }: PlainResponse): void {
  if (stream.destroyed || stream.headersSent) return
  stream.respond({ ':status': status, 'content-type': 'text/plain; charset=utf-8' })
  stream.end(text)
}
