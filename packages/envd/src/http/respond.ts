/** The HTTP voice of the error table, and the few headers that all answers share. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorTable, toServiceError } from '@cay/core/errors.ts'

/** How long a body is read on after its request was refused. */
const lingerMsMax = 30_000

export type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
}

/** `{code, message}` with the status as its code. An answer that has begun can only be cut off; a caller that left gets none. */
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
 * To a caller that is still sending. A connection that is closed on unread bytes is reset, and the answer can be lost
 * with it: so the rest of the body is read and thrown away before the close, for as long as we care to.
 */
function respondEarly(
  { request, response }: Pick<Exchange, 'request' | 'response'>,
  status: number,
  body: unknown,
): void {
  // A body that was not read to its end cannot be followed by another request.
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
