import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { ListenLocally } from '../ports/local-listener.ts'

export const listenLocally: ListenLocally = async (port, onConnection) => {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // `close` follows.
    socket.on('error', () => undefined)
    onConnection(socket)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
