/**
 * Calls of this node's services to control: each request that comes to a local socket is forwarded to a control process, body by
 * body, and so is its response. A control process that stops refuses calls that it has not begun to work on; these go to another one.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type ClientHttp2Session, type ClientHttp2Stream, constants } from 'node:http2'
import { forwardedHeaders } from '../dialect/forwarded-headers.ts'
import { unavailable } from '../dialect/unavailable.ts'
import { ReplayableBody } from './replayable-body.ts'

/** Control processes that may stop one after the other during a call. */
const triesMax = 3

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
    forwardToSome({ request, response }, session).catch((error: Error) => fail(response, error))
  }
}

interface Call {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

async function forwardToSome(
  { request, response }: Call,
  session: LocalServerOptions['session'],
): Promise<void> {
  const body = new ReplayableBody(request)
  // The caller is gone; each try ends with the response.
  request.on('error', () => response.destroy())
  for (let turn = 1; ; turn++) {
    const open = await session()
    if (response.destroyed) return
    if (open === undefined) return refuse(response, 'no control process of the cluster can be reached')
    const failure = await forward({ request, response, body }, open)
    if (failure === undefined) return
    if (!failure.isRefused || !body.canReplay || turn >= triesMax) return fail(response, failure.error)
  }
}

interface Failure {
  readonly error: Error
  /** Control has not begun to work on the request. */
  readonly isRefused: boolean
}

/** Resolves when the call has ended; undefined when it has its response. */
function forward(
  { request, response, body }: Call & { readonly body: ReplayableBody },
  session: ClientHttp2Session,
): Promise<Failure | undefined> {
  const stream = session.request({
    ':method': request.method ?? 'POST',
    ':path': request.url ?? '/',
    ':authority': 'control',
    ...forwardedHeaders(request.headers),
  })
  const abandon = () => cancel(stream)
  response.once('close', abandon)
  stream.once('response', ({ ':status': status = 502, ...headers }) => {
    body.forget()
    response.writeHead(status, forwardedHeaders(headers))
    response.flushHeaders()
    stream.pipe(response)
  })
  let error: Error | undefined
  stream.on('error', (thrown) => {
    error = thrown
  })
  body.sendTo(stream)
  return new Promise((resolve) => {
    stream.once('close', () => {
      response.off('close', abandon)
      const { rstCode } = stream
      const isComplete = error === undefined && rstCode === constants.NGHTTP2_NO_ERROR
      if (isComplete && response.headersSent) return resolve(undefined)
      const isRefused = rstCode === constants.NGHTTP2_REFUSED_STREAM && !response.headersSent
      resolve({ isRefused, error: error ?? new Error('the connection to control broke') })
    })
  })
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
