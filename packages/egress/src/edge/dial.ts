import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { bounds } from '../bounds.ts'
import type { Destination } from '../ports.ts'

/**
 * Connects over IPv4. A connection whose two ends are one address has come to this node itself: it is given up, should
 * the address be so new that nobody knew it for one of the node's.
 */
export async function dial({ address, port }: Destination, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted()
  const socket = connect({ host: address, port, family: 4, noDelay: true, allowHalfOpen: true })
  socket.setKeepAlive(true, bounds.keepAliveMs)
  try {
    await once(socket, 'connect', { signal })
    if (socket.localAddress === socket.remoteAddress) throw new Error('the address is one of this node')
    return socket
  } catch (error) {
    // Nobody is left to be told of what else happens to it.
    socket.on('error', () => undefined)
    socket.destroy()
    throw error
  }
}
