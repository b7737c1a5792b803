/**
 * Connections are descriptors and memory of the daemon, and every process of the sandbox can open tens of thousands: those
 * from inside are bounded apart, so that the way from outside stays free.
 */

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { guestHelperAddress } from '@cay/contract/names.ts'

/** Of all servers together; one more is closed at once. */
export const connectionsFromInsideMax = 2048
/** Of one server. The daemon may have 65,536 descriptors in all. */
const connectionsMax = 16_384

export function limitConnections(servers: readonly Server[]): void {
  let inside = 0
  const count = (socket: Socket): void => {
    if (!isFromInside(socket)) return
    if (inside >= connectionsFromInsideMax) {
      socket.destroy()
      return
    }
    inside += 1
    socket.once('close', () => {
      inside -= 1
    })
  }
  for (const server of servers) {
    server.maxConnections = connectionsMax
    server.on('connection', count)
  }
}

/** An address of the sandbox's own is one of the loopback, or the very one that was called. */
function isFromInside({ remoteAddress: remote = '', localAddress }: Socket): boolean {
  const address = remote.replace(/^::ffff:/, '')
  return (
    address.startsWith('127.') ||
    address === '::1' ||
    address === guestHelperAddress ||
    remote === localAddress
  )
}
