/**
 * Bounds how many requests of one connection wait for their answers. Whoever sends many without reading has all of them
 * begun at once, and each answer is held until those before it are sent.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** With one more the connection is closed. */
export const pipelinedRequestsMax = 16

const begun = new WeakMap<Socket, ServerResponse[]>()

/** False for a request that is not to be served. Nothing is listened to: the library has as many listeners as Node likes. */
export function admitRequest({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const unanswered = (begun.get(socket) ?? []).filter(({ closed }) => !closed)
  if (unanswered.length >= pipelinedRequestsMax) {
    socket.destroy()
    return false
  }
  begun.set(socket, [...unanswered, response])
  return true
}
