/** One team at its share of the requests in flight while another one works, over real connections. */
import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SharedLimit } from '@cay/kit/flow/shared-limit.ts'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { Caller } from '../app/key/caller.ts'
import type { RateLimiter } from '../app/team/rate-limiter.ts'
import { addOperation } from './add-operation.ts'
import { sendError } from './render-error.ts'

/** Calls of the greedy team get no response before `finish`. */
async function serve() {
  const events = new EventEmitter()
  events.setMaxListeners(0)
  const app = fastify()
  app.setErrorHandler(sendError)
  const guards = {
    authenticate: async ({ apiKey = '' }) =>
      ({ team: { teamId: apiKey }, scope: 'full', keyId: 'key' }) as unknown as Caller,
    audit: async () => undefined,
    limiter: { take: () => undefined } as unknown as RateLimiter,
    inFlight: new SharedLimit(4),
  }
  addOperation(app, { id: 'listVolumes', ...guards }, async ({ team }) => {
    events.emit('arrived')
    if (team.teamId === 'greedy') await once(events, 'finish')
    return { status: 200, body: [] }
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const ask = (team: string) =>
    fetch(`http://127.0.0.1:${port}/volumes`, { headers: { 'x-api-key': team } }).then(({ status }) => status)
  return { events, ask }
}

test('a team with as many requests in flight as its share leaves another one its own', async () => {
  const { events, ask } = await serve()
  const held: Promise<number>[] = []
  for (let i = 0; i < 2; i++) {
    const arrived = once(events, 'arrived')
    held.push(ask('greedy'))
    await arrived
  }
  expect(await ask('greedy')).toBe(429)
  expect(await ask('other')).toBe(200)
  events.emit('finish')
  expect(await Promise.all(held)).toEqual([200, 200])
  const arrived = once(events, 'arrived')
  const again = ask('greedy')
  await arrived
  events.emit('finish')
  expect(await again).toBe(200)
})
