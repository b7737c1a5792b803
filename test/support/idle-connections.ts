/** Connections by the thousand of clients that hold them and do nothing. */
import { connect, type Socket } from 'node:net'

/** Connections that are being opened at a time: a listener's queue has no more. */
const batchSize = 200

export interface HeldConnections {
  readonly openCount: () => number
  readonly close: () => void
}

interface HoldOptions {
  readonly port: number
  readonly count: number
  /** Where the client is, an address of the loopback. Absent: 127.0.0.1. */
  readonly localAddress?: string
  /** Sent on each connection. */
  readonly text?: string
}

/** Resolves when all have been opened, whatever became of them. */
export async function holdConnections({
  port,
  count,
  localAddress = '127.0.0.1',
  text = '',
}: HoldOptions): Promise<HeldConnections> {
  const sockets = new Set<Socket>()
  const open = () =>
    new Promise<void>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port, localAddress })
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        sockets.delete(socket)
        resolve()
      })
      socket.once('connect', () => socket.write(text, () => resolve()))
      socket.resume()
    })
  for (let opened = 0; opened < count; opened += batchSize)
    await Promise.all(Array.from({ length: Math.min(batchSize, count - opened) }, open))
  return {
    openCount: () => sockets.size,
    close: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}
