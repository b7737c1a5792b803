/** Passes a request on to a server at a local socket, and its response back, body by body. */
import {
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import { drainRequest } from './drain-request.ts'

export interface ForwardTarget {
  readonly socketPath: string
  readonly headers: OutgoingHttpHeaders
}

/** Resolves when the response is over. Rejects when the server cannot be reached or ends before it responds. */
export function forwardRequest(
  { socketPath, headers }: ForwardTarget,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const { method, url } = request
    const upstream = httpRequest({ socketPath, method, path: url, headers })
    let hasResponded = false
    upstream.on('error', (error) => {
      // A server that refuses a body responds before it has all of it, and may close then.
      if (!hasResponded) reject(error)
      drainRequest(request)
    })
    upstream.on('response', (answer) => {
      hasResponded = true
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.on('error', () => response.destroy())
      answer.pipe(response)
    })
    response.on('close', () => {
      upstream.destroy()
      resolve()
    })
    request.on('error', (error) => upstream.destroy(error))
    request.pipe(upstream)
  })
}
