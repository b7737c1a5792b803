import type { Server } from 'node:http'

/** As the server was bound: `0.0.0.0` stays, whatever addresses the machine has. */
export function listeningUrl(server: Pick<Server, 'address'>): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('listener has no port')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}
