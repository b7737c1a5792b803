import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { resetConnection } from '@cay/kit/flow/reset-connection.ts'
import { bounds } from '../../bounds.ts'

/**
 * The client has left a stream: the connection is half-closed, because envd takes a reset for a lost connection and
 * waits for a reconnect. Remaining data is dropped; if envd does not close its side in time, the connection is reset.
 */
export function closeGracefully(upstream: Socket, response: IncomingMessage): void {
  response.removeAllListeners('data')
  response.on('error', () => undefined)
  response.resume()
  const resetTimer = setTimeout(() => resetConnection(upstream), bounds.gracefulCloseMsMax)
  upstream.once('close', () => clearTimeout(resetTimer))
  upstream.end()
}
