import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { gatewaySourceAddress } from '@cay/contract/names.ts'
import { bounds } from '../bounds.ts'
import type { Destination } from '../ports/network.ts'

/**
 * Connects over IPv4. A connection whose two ends have one address has reached this node itself and is closed, in case the
 * address is newer than the cached list of the node's addresses.
 */
export async function dial(destination: Destination, signal: AbortSignal): Promise<Socket> {
  const socket = await dialExempt(destination, signal)
  if (socket.localAddress !== socket.remoteAddress) return socket
  giveUp(socket)
  throw new Error('the address is one of this node')
}

/** Connects to a destination that the operator exempted, even on this node. */
export function dialExempt(destination: Destination, signal: AbortSignal): Promise<Socket> {
  return open(destination, {}, signal)
}

/** The proxy tells such connections by their source. */
export function dialSandboxUrl(proxy: Destination, signal: AbortSignal): Promise<Socket> {
  return open(proxy, { localAddress: gatewaySourceAddress }, signal)
}

async function open(
  { address, port }: Destination,
  options: { readonly localAddress?: string },
  signal: AbortSignal,
): Promise<Socket> {
  signal.throwIfAborted()
  const socket = connect({ host: address, port, family: 4, noDelay: true, allowHalfOpen: true, ...options })
  socket.setKeepAlive(true, bounds.keepAliveMs)
  try {
    await once(socket, 'connect', { signal })
    return socket
  } catch (error) {
    giveUp(socket)
    throw error
  }
}

/** Later errors have no listener and would end the process. */
function giveUp(socket: Socket): void {
  socket.on('error', () => undefined)
  socket.destroy()
}
