import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { bounds } from '../../bounds.ts'

/**
 * The client has left: the daemon is told by an end in order, because it takes a reset for a cut and waits for more. What
 * it had on the way is dropped; when it does not close its end soon, it is reset after all.
 */
export function closeGracefully(upstream: Socket, response: IncomingMessage): void {
  response.removeAllListeners('data')
  response.on('error', () => undefined)
  response.resume()
  const resetTimer = setTimeout(() => upstream.resetAndDestroy(), bounds.gracefulCloseMsMax)
  upstream.once('close', () => clearTimeout(resetTimer))
  upstream.end()
}
