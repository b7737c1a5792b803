import type { Reply } from '@cay/core/routing/refusals.ts'
import type { Client } from './client.ts'

/** An answer of our own, instead of the guest's. What is left of the request's body is read and dropped. */
export function sendReply({ request, response, awaitsContinue }: Client, reply: Reply): void {
  if (response.destroyed || response.headersSent) return
  const body = Buffer.from(reply.body)
  const headers = ['Content-Type', reply.contentType, 'Content-Length', String(body.length)]
  if (reply.retryAfterSeconds !== undefined) headers.push('Retry-After', String(reply.retryAfterSeconds))
  // Whether the body will still come is unknown, so nothing after this answer could be told apart from it.
  if (awaitsContinue) headers.push('Connection', 'close')
  response.writeHead(reply.status, headers)
  response.end(body)
  request.unpipe()
  request.resume()
}
