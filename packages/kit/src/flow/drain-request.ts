import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

const bytesMax = 16 * 1024 * 1024
const msMax = 5000

/**
 * Reads what is left of a body that nobody wants. A connection that is closed over unread bytes is reset, and then the
 * sender need not see the response. A sender that goes on for too long is cut off.
 */
export function drainRequest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  drainBody(request, () => request.destroy())
}

/** The same of any body; `cutOff` is called when it goes on for too long. */
export function drainBody(body: Readable, cutOff: () => void): void {
  let bytes = 0
  const late = setTimeout(cutOff, msMax)
  body.on('close', () => clearTimeout(late))
  body.on('end', () => clearTimeout(late))
  body.unpipe()
  body.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes > bytesMax) cutOff()
  })
  // What was piped is paused.
  body.resume()
}
