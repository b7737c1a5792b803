import { once } from 'node:events'
import { createServer } from 'node:net'

/** Undefined when we could listen there; else why not, in words. Port 0 is always free. */
export async function whyNotListen(bind: string, port: number): Promise<string | undefined> {
  const server = createServer()
  try {
    server.listen({ host: bind, port })
    await once(server, 'listening')
    return undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') return `port ${port} is in use`
    if (code === 'EADDRNOTAVAIL') return `${bind} is no address of this machine`
    return `cannot listen on ${bind}:${port} (${String(code ?? error)})`
  } finally {
    server.close()
  }
}
