import { corsHeaders, preflightResponseHeaders } from '@cay/core/routing/cors.ts'
import type { LocalReply } from '@cay/core/routing/refusals.ts'
import type { Downstream } from './downstream.ts'

/** An answer of our own, instead of the guest's. What is left of the request's body is read and dropped. */
export function sendLocalReply({ request, response, awaitsContinue }: Downstream, reply: LocalReply): void {
  if (response.destroyed || response.headersSent) return
  const preflight = preflightResponseHeaders(request.method ?? '', request.rawHeaders)
  // Whether the body will still come is unknown, so nothing after this answer could be told apart from it.
  const last = awaitsContinue ? ['Connection', 'close'] : []
  if (preflight !== undefined) {
    response.writeHead(204, [...preflight, ...last])
    response.end()
  } else {
    const body = Buffer.from(reply.body)
    response.writeHead(reply.status, [...headersOf(reply, body), ...last])
    response.end(body)
  }
  request.unpipe()
  request.resume()
}

function headersOf({ contentType, retryAfterSeconds }: LocalReply, body: Buffer): string[] {
  const headers = ['Content-Type', contentType, 'Content-Length', String(body.length), ...corsHeaders]
  return retryAfterSeconds === undefined ? headers : [...headers, 'Retry-After', String(retryAfterSeconds)]
}
