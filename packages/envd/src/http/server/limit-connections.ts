/**
 * Limits connections, which cost file descriptors and memory of the daemon. Every process in the sandbox can open
 * tens of thousands of them, so connections from inside have a limit of their own, and access from outside stays
 * available.
 */

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { guestHelperAddress } from '@cay/contract/names.ts'

/** Limit for all servers together; further connections are closed at once. */
export const connectionsFromInsideMax = 2048
/** Limit for each server. The daemon may have 65,536 file descriptors in total. */
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

/** A connection from inside comes from a loopback address, or from the same address that it connects to. */
function isFromInside({ remoteAddress: remote = '', localAddress }: Socket): boolean {
  const address = remote.replace(/^::ffff:/, '')
  return (
    address.startsWith('127.') ||
    address === '::1' ||
    address === guestHelperAddress ||
    remote === localAddress
  )
}
