import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:net'

/** Below the ports that Linux gives to whoever asks for any: nobody is given one of these before it is used. */
const [first, last] = [20_000, 32_000]

/** Ports of the loopback that nobody has now, and that are no client's by accident later. */
export async function freePorts(count: number): Promise<number[]> {
  const taken: { port: number; server: Server }[] = []
  while (taken.length < count) {
    const port = randomInt(first, last)
    const server = await listen(port)
    if (server !== undefined) taken.push({ port, server })
  }
  await Promise.all(taken.map(({ server }) => new Promise((resolve) => server.close(resolve))))
  return taken.map(({ port }) => port)
}

/** Undefined: somebody has it. */
async function listen(port: number): Promise<Server | undefined> {
  const server = createServer()
  return await new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
