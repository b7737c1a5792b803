import { corsHeaders, preflightResponseHeaders } from '@cay/core/routing/cors.ts'
import type { LocalReply } from '@cay/core/routing/refusals.ts'
import type { Downstream } from './downstream.ts'

/** Sends a response of the proxy instead of the server's. The rest of the request body is read and dropped. */
export function sendLocalReply({ request, response, awaitsContinue }: Downstream, reply: LocalReply): void {
  if (response.destroyed || response.headersSent) return
  const preflight = preflightResponseHeaders(request.method ?? '', request.rawHeaders)
  // Whether the body will still be sent is unknown, so the connection cannot be used for another request.
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
