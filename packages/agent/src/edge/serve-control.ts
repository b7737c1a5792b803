/**
 * Calls of control to this node: a connection that the node dialled carries HTTP/2 with control as the client. Each request is
 * forwarded to a local socket as it comes, body by body, and so is its response. A body waits when the other side is slow, and the
 * end of either side ends the other.
 */
import { type Agent, type IncomingMessage, request as requestLocally } from 'node:http'
import {
  constants,
  createServer,
  type Http2Session,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import type { TLSSocket } from 'node:tls'
import { errorCodeHeader } from '@cay/contract/names.ts'
import type { ErrorCode } from '@cay/core/errors.ts'
import { keepSessionAlive } from '@cay/kit/link/keep-alive.ts'
import { isPeerDown } from '@cay/kit/peer-errors.ts'
import { forwardedHeaders } from '../dialect/forwarded-headers.ts'
import { unavailable } from '../dialect/unavailable.ts'

export interface LocalService {
  readonly socketPath: string
  readonly agent: Agent
}

export interface ControlServer {
  /** Serves control on the connection; resolves when it has closed. */
  serve(socket: TLSSocket): Promise<void>
  /** Ends all calls. */
  close(): void
}

export function createControlServer(local: LocalService): ControlServer {
  const server = createServer({ settings: { enablePush: false } })
  const sessions = new Set<Http2Session>()
  server.on('session', (session) => {
    keepSessionAlive(session)
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })
  server.on('stream', (stream, headers) => forwardToService(stream, headers, local))
  // The stream's own error says the same.
  server.on('sessionError', () => undefined)
  return {
    serve: (socket) =>
      new Promise((resolve) => {
        socket.once('close', () => resolve())
        server.emit('connection', socket)
      }),
    close: () => {
      for (const session of sessions) session.destroy()
    },
  }
}

function forwardToService(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  local: LocalService,
): void {
  const request = requestLocally({
    ...local,
    method: String(headers[':method']),
    path: String(headers[':path']),
    headers: { host: 'node', ...forwardedHeaders(headers) },
  })
  // Otherwise they would wait for the first byte of the body.
  request.flushHeaders()
  const fail = (error: Error) => {
    if (stream.destroyed) return
    // A service that refuses a body responds before it has all of it, and may close then. A response that is cut off says so.
    if (stream.headersSent) stream.resume()
    else refuse(stream, error)
  }
  request.on('error', fail)
  request.on('response', (response) => forwardResponse(response, stream))
  stream.on('error', () => request.destroy())
  stream.on('aborted', () => request.destroy())
  stream.on('close', () => request.destroy())
  stream.pipe(request)
}

function forwardResponse(response: IncomingMessage, stream: ServerHttp2Stream): void {
  if (stream.destroyed) {
    response.destroy()
    return
  }
  stream.respond({ ':status': response.statusCode ?? 502, ...forwardedHeaders(response.headers) })
  // The service died in the middle of its response.
  response.on('error', () => stream.close(constants.NGHTTP2_INTERNAL_ERROR))
  response.pipe(stream)
}

function refuse(stream: ServerHttp2Stream, error: Error): void {
  const { status, headers, body } = unavailable(`the service of the node does not answer: ${error.message}`)
  // Without the code, control has to expect that the service was killed after it had done what was asked for.
  const code: ErrorCode = 'node_unavailable'
  const decided = isPeerDown(error) ? { [errorCodeHeader]: code } : {}
  stream.respond({ ':status': status, ...headers, ...decided })
  stream.end(body)
}
