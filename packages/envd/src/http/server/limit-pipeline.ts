/**
 * Limits the number of unanswered requests per connection. Node starts all pipelined requests at once and holds each
 * response until the earlier ones are sent, so a client that sends many and reads nothing would fill the memory.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A further request closes the connection. */
export const pipelinedRequestsMax = 16

const begun = new WeakMap<Socket, ServerResponse[]>()

/**
 * Returns false for a request that must not be served. It adds no event listeners, because the library already adds
 * as many as Node accepts without a warning.
 */
export function admitRequest({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const unanswered = (begun.get(socket) ?? []).filter(({ closed }) => !closed)
  if (unanswered.length >= pipelinedRequestsMax) {
    socket.destroy()
    return false
  }
  begun.set(socket, [...unanswered, response])
  return true
}
