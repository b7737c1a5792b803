import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createSandboxState } from '../app/sandbox-state.ts'
import { MessageRoom } from './message-room.ts'
import { RequestCounter } from './request-counter.ts'
import { callsMax, createHttpServer } from './server.ts'

test('of too many calls at once the next is refused, and health is told all the same', async () => {
  const requests = new RequestCounter()
  const server = createHttpServer({
    state: createSandboxState(),
    routes: { 'GET /health': ({ response }) => void response.writeHead(204).end() },
    nodeRoutes: {},
    requests,
    messages: new MessageRoom(),
    rpc: (_, response) => void response.writeHead(202).end(),
    rpcTypes: new Map(),
    rpcPrefixes: ['/some.Service/'],
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const call = () => fetch(`${url}/some.Service/Call`, { method: 'POST', body: '{}' })
  const others = Array.from({ length: callsMax }, () => new PassThrough())
  for (const other of others) requests.count(other)
  const refused = await call()
  expect([refused.status, await refused.json()]).toEqual([
    429,
    { code: 429, message: `more than ${callsMax} calls at once` },
  ])
  expect((await fetch(`${url}/health`)).status).toBe(204)
  for (const other of others) other.destroy()
  await Promise.all(others.map((other) => other.closed || once(other, 'close')))
  expect((await call()).status).toBe(202)
  server.closeAllConnections()
  server.close()
})
