/** A server that answers what is small with the same, and drops what is large. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

const smallBytesMax = 64
const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    if (chunk.length <= smallBytesMax) socket.write(chunk)
  })
})
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 })
await once(server, 'listening')
process.on('message', () => process.exit(0))
process.send?.({ port: (server.address() as AddressInfo).port })
