/** A sandbox at its limit: connections from one address that send all that is taken, or are reset once they are open. */
import { connect } from 'node:net'

const [port, address = '', count, mode] = process.argv.slice(2)
const piece = Buffer.alloc(16 * 1024, 1)
/** Packet rules let so many new connections of a sandbox through. */
const newPerSecond = 500
/** Before another one takes the place of one that has ended. */
const againMs = (Number(count) / newPerSecond) * 1000
let opened = 0

function open(): void {
  const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: address })
  socket.on('error', () => undefined)
  socket.once('connect', () => {
    opened += 1
    if (opened === Number(count)) process.send?.('open')
    if (mode === 'connecting') return void socket.resetAndDestroy()
    const pump = () => {
      while (socket.write(piece));
    }
    socket.on('drain', pump)
    pump()
  })
  socket.once('close', () => setTimeout(open, againMs))
}

for (let index = 0; index < Number(count); index++) open()
process.on('message', () => process.exit(0))
