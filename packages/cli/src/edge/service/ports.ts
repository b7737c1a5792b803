import { once } from 'node:events'
import { createServer } from 'node:net'
import { errnoOf } from '@cay/kit/host/errno.ts'
import type { WhyNotListen } from '../../dialect/service/why-not-listen.ts'

/** Undefined when we could listen there; else why not, in words. Port 0 is always free. */
export async function whyNotListen(bind: string, port: number): Promise<WhyNotListen | undefined> {
  const server = createServer()
  try {
    server.listen({ host: bind, port })
    await once(server, 'listening')
    return undefined
  } catch (error) {
    const code = errnoOf(error)
    if (code === 'EADDRINUSE') return { kind: 'taken', words: `port ${port} is in use` }
    if (code === 'EADDRNOTAVAIL')
      return { kind: 'no address', words: `${bind} is no address of this machine` }
    return { kind: 'other', words: `cannot listen on ${bind}:${port} (${code ?? String(error)})` }
  } finally {
    server.close()
  }
}
