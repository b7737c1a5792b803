import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * The name of two addresses. Fastify makes a server of its own for the second one, whose connections nothing counts; here both
 * hand theirs to the same server.
 */
const bothLoopbacks = 'localhost'

export async function listen(
  app: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> {
  if (host !== bothLoopbacks) return void (await app.listen({ host, port }))
  const second = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    app.server.emit('connection', socket),
  )
  app.addHook('preClose', async () => void second.close())
  await app.listen({ host: '127.0.0.1', port })
  const address = app.server.address()
  if (address === null || typeof address === 'string') return
  second.listen(address.port, '::1')
  // A machine without IPv6 has the first one alone.
  await once(second, 'listening').catch(() => undefined)
}
