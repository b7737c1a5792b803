/** The address at which other machines reach this one: the one that the route to control begins at. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** `target`: host:port. Nothing is sent. */
export async function addressTowards(target: string): Promise<string> {
  const { hostname, port } = new URL(`tcp://${target}`)
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  try {
    const connected = once(socket, 'connect')
    socket.connect(Number(port), host)
    await connected
    const { address, family } = socket.address()
    return family === 'IPv6' ? `[${address}]` : address
  } finally {
    socket.close()
  }
}
