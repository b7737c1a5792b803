import type { IncomingMessage } from 'node:http'

const bytesMax = 16 * 1024 * 1024
const msMax = 5000

/**
 * Reads what is left of a body that nobody wants. A connection that is closed over unread bytes is reset, and then the
 * sender need not see the response. A sender that goes on for too long is cut off.
 */
export function drainRequest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  let bytes = 0
  const late = setTimeout(() => request.destroy(), msMax)
  request.on('close', () => clearTimeout(late))
  request.on('end', () => clearTimeout(late))
  request.unpipe()
  request.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes > bytesMax) request.destroy()
  })
}
