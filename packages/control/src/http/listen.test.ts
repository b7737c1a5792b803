import { once } from 'node:events'
import { connect } from 'node:net'
import { compileRanges } from '@cay/core/egress/range-set.ts'
import { createLogger } from '@cay/kit/log.ts'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { KeylessLimiter } from '../app/team/keyless-limiter.ts'
import { limitClients } from './limit-clients.ts'
import { listen } from './listen.ts'

test.each(['127.0.0.1', '::1'])('at "localhost", connections to %s are counted and served', async (host) => {
  const app = fastify()
  onTestFinished(() => app.close())
  limitClients(app, {
    limiter: new KeylessLimiter({ nowMs: () => Date.now(), sleep: async () => undefined }, { count: 1 }),
    trustedProxies: compileRanges([]),
    idleMsMax: 60_000,
    log: createLogger('control', 'silent'),
  })
  app.get('/', async () => 'served')
  await listen(app, { host: 'localhost', port: 0 })
  const address = app.server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const socket = connect({ host, port })
  onTestFinished(() => void socket.destroy())
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/200 OK[\s\S]*served/)
  expect(app.connections?.openCount).toBe(1)
})
