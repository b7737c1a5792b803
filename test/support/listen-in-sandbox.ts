import { once } from 'node:events'
import type { Server } from 'node:net'
import { limits } from '@cay/contract/limits.ts'

/**
 * Listens on a free port of a sandbox's address, and returns the port. It is never the daemon's, which the proxy treats in another
 * way: the kernel may give that one too.
 */
export async function listenInSandbox(server: Server, address: string): Promise<number> {
  for (;;) {
    await once(server.listen(0, address), 'listening')
    const bound = server.address()
    if (bound === null || typeof bound === 'string') throw new Error('the server has no port')
    if (bound.port !== limits.daemonPort) return bound.port
    await once(server.close(), 'close')
  }
}
