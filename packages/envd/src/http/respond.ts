/** Renders the error table for HTTP and sets the few headers common to all responses. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorTable, toServiceError } from '@cay/core/errors.ts'

/** Time in milliseconds for which a body is still read after its request was rejected. */
const lingerMsMax = 30_000

export type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
}

/**
 * Sends `{code, message}` with the status as code. A response that has already begun can only be aborted; a caller
 * that has disconnected gets none.
 */
export function respondError(
  { request, response }: Pick<Exchange, 'request' | 'response'>,
  error: unknown,
): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const known = toServiceError(error)
  if (known.code === 'internal') process.stderr.write(`envd: ${describe(known.cause ?? known)}\n`)
  const status = errorTable[known.code].http
  const body = { code: status, message: known.message }
  if (request.complete) respondJson(response, status, body)
  else respondEarly({ request, response }, status, body)
}

/**
 * Responds to a caller that is still sending. Closing a connection with unread bytes resets it, and the response can
 * be lost. The rest of the body is therefore read and discarded before the close, up to a time limit.
 */
function respondEarly(
  { request, response }: Pick<Exchange, 'request' | 'response'>,
  status: number,
  body: unknown,
): void {
  // After an unread body, the connection cannot carry another request.
  response.setHeader('connection', 'close')
  response.write(beginJson(response, status, body))
  const end = () => {
    clearTimeout(late)
    response.end()
  }
  const late = setTimeout(end, lingerMsMax)
  if (request.destroyed) end()
  else request.once('close', end).unpipe().resume()
}

export function respondJson(response: ServerResponse, status: number, body: unknown): void {
  response.end(beginJson(response, status, body))
}

function beginJson(response: ServerResponse, status: number, body: unknown): string {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  return text
}

function describe(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
}
