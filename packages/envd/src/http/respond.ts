/** The HTTP voice of the error table, and the few headers that all answers share. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorTable, toServiceError } from '@cay/core/errors.ts'

export type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
}

/** `{code, message}` with the status as its code. An answer that has begun can only be cut off; a caller that left gets none. */
export function respondError({ request, response }: Exchange, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const known = toServiceError(error)
  if (known.code === 'internal') process.stderr.write(`envd: ${describe(known.cause ?? known)}\n`)
  const status = errorTable[known.code].http
  // A body that was not read to its end cannot be followed by another request.
  if (!request.complete) response.setHeader('connection', 'close')
  respondJson(response, status, { code: status, message: known.message })
}

export function respondJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

function describe(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
}
