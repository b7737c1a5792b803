import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { ListenLocally, LocalConnection } from '../ports/local-listener.ts'

export const listenLocally: ListenLocally = async (port, onConnection) => {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    onConnection(connectionOf(socket))
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

function connectionOf(socket: Socket): LocalConnection {
  const closing = new AbortController()
  socket.on('close', () => closing.abort())
  // `close` follows.
  socket.on('error', () => undefined)
  return {
    closed: closing.signal,
    readInput({ onBytes, onEnd }) {
      socket.on('data', onBytes)
      socket.on('end', onEnd)
      return {
        pause: () => void socket.pause(),
        resume: () => void socket.resume(),
        stop: () => void socket.off('data', onBytes),
      }
    },
    async write(bytes) {
      if (!socket.destroyed && !socket.write(bytes))
        await Promise.race([once(socket, 'drain'), once(socket, 'close')])
    },
    end: () => void socket.destroySoon(),
  }
}
