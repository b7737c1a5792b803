/** Passes a request on to a server at a local socket, and its response back, body by body. */
import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { isErrno } from '../host/errno.ts'
import { drainRequest } from './drain-request.ts'

export interface ForwardTarget {
  readonly socketPath: string
  readonly headers: OutgoingHttpHeaders
}

/**
 * Resolves when the response is over. Rejects when the server cannot be reached or ends before it responds; after
 * `isUnreached` nothing of the request was read, so it can be passed on again.
 */
export function forwardRequest(
  { socketPath, headers }: ForwardTarget,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (response.closed) {
      resolve()
      return
    }
    const { method, url } = request
    // A connection of its own: one that is kept may be that of a server that has ended, which shows too late.
    const upstream = httpRequest({ socketPath, method, path: url, headers, agent: false })
    let hasResponded = false
    upstream.on('error', (error) => {
      // A server that refuses a body responds before it has all of it, and may close then.
      if (!hasResponded) reject(error)
      if (!isUnreached(error)) drainRequest(request)
    })
    upstream.on('response', (answer) => {
      hasResponded = true
      response.writeHead(answer.statusCode ?? 500, withoutConnection(answer.headers))
      answer.on('error', () => response.destroy())
      answer.pipe(response)
    })
    response.on('close', () => {
      upstream.destroy()
      resolve()
    })
    request.on('error', (error) => upstream.destroy(error))
    upstream.on('socket', (socket: Socket) => socket.once('connect', () => request.pipe(upstream)))
  })
}

/** Whether nobody listened at the socket. */
export function isUnreached(error: unknown): boolean {
  return isErrno(error, 'ECONNREFUSED', 'ENOENT')
}

/** The connection to the server ends with the response, that of the caller need not. */
function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection: _connection, 'keep-alive': _keepAlive, ...others } = headers
  return others
}
