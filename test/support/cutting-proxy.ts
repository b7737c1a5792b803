/** A TCP relay on loopback that cuts connections: what a client sees of a network that breaks. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface CuttingProxy extends AsyncDisposable {
  readonly port: number
  /** Connections that were cut. */
  cuts(): number
}

/**
 * `afterBytes`: called for each connection; it is reset when so many bytes have passed, in both directions together;
 * undefined: never.
 */
export async function startCuttingProxy(
  targetPort: number,
  afterBytes: (connection: number) => number | undefined,
): Promise<CuttingProxy> {
  const sockets = new Set<Socket>()
  let connections = 0
  let cuts = 0
  const server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1')
    let left = afterBytes(connections++) ?? Number.POSITIVE_INFINITY
    const cut = () => {
      if (left > 0) return
      left = Number.POSITIVE_INFINITY
      cuts++
      client.resetAndDestroy()
      upstream.resetAndDestroy()
    }
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      // The other end sees it as the end of the connection.
      from.on('error', () => to.destroy())
      from.on('data', (chunk) => {
        left -= chunk.length
        cut()
      })
      from.pipe(to)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cuts: () => cuts,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
