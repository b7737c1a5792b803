/**
 * Calls of this node's services to control: each request that comes to a local socket is forwarded to a control process, body by
 * body, and so is its response.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type ClientHttp2Session, type ClientHttp2Stream, constants } from 'node:http2'
import { forwardedHeaders } from '../dialect/forwarded-headers.ts'
import { unavailable } from '../dialect/unavailable.ts'

export interface LocalServerOptions {
  /** The session to a control process; undefined when there is none. */
  readonly session: () => Promise<ClientHttp2Session | undefined>
  readonly isServed: (path: string) => boolean
}

export function forwardToControl({ session, isServed }: LocalServerOptions): RequestListener {
  return (request, response) => {
    if (!isServed(request.url ?? '')) {
      response.writeHead(404).end()
      return
    }
    forwardWhenConnected(request, response, session).catch((error: Error) => fail(response, error))
  }
}

async function forwardWhenConnected(
  request: IncomingMessage,
  response: ServerResponse,
  session: LocalServerOptions['session'],
): Promise<void> {
  const open = await session()
  if (response.destroyed) return
  if (open === undefined) refuse(response, 'no control process of the cluster can be reached')
  else forward(request, response, open)
}

function forward(request: IncomingMessage, response: ServerResponse, session: ClientHttp2Session): void {
  const stream = session.request({
    ':method': request.method ?? 'POST',
    ':path': request.url ?? '/',
    ':authority': 'control',
    ...forwardedHeaders(request.headers),
  })
  stream.on('response', ({ ':status': status = 502, ...headers }) => {
    response.writeHead(status, forwardedHeaders(headers))
    response.flushHeaders()
    stream.pipe(response)
  })
  stream.on('error', (error) => fail(response, error))
  stream.on('close', () => {
    if (stream.rstCode !== constants.NGHTTP2_NO_ERROR)
      fail(response, new Error('the connection to control broke'))
  })
  request.on('error', () => cancel(stream))
  response.on('close', () => cancel(stream))
  request.pipe(stream)
}

/** The caller is gone, or has all of the response. */
function cancel(stream: ClientHttp2Stream): void {
  if (!stream.closed) stream.close(constants.NGHTTP2_CANCEL)
}

function fail(response: ServerResponse, error: Error): void {
  if (response.headersSent) response.destroy(error)
  else refuse(response, error.message)
}

function refuse(response: ServerResponse, message: string): void {
  if (response.destroyed || response.headersSent) return
  const { status, headers, body } = unavailable(message)
  response.writeHead(status, headers).end(body)
}
