import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { envdVersion } from '@cay/contract/names.ts'
import { expect, test } from 'vitest'
import { createSandboxState } from '../../app/identity/sandbox-state.ts'
import { pipelinedRequestsMax } from './limit-pipeline.ts'
import { MessageBudget } from './message-budget.ts'
import { RequestCounter } from './request-counter.ts'
import { callsMax, createHttpServer, createOpenHttpServer } from './server.ts'

test('of too many calls at once the next is refused, and health is told all the same', async () => {
  const requests = new RequestCounter()
  const server = createHttpServer({
    state: createSandboxState(),
    routes: { 'GET /health': ({ response }) => void response.writeHead(204).end() },
    nodeRoutes: {},
    requests,
    messages: new MessageBudget(),
    rpc: (_, response) => void response.writeHead(202).end(),
    rpcTypes: new Map([['/some.Service/Call', ['application/json']]]),
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const headers = { 'content-type': 'application/json' }
  const call = () => fetch(`${url}/some.Service/Call`, { method: 'POST', headers, body: '{}' })
  const others = Array.from({ length: callsMax }, () => new PassThrough())
  for (const other of others) requests.count(other)
  const refused = await call()
  expect([refused.status, await refused.json()]).toEqual([
    429,
    { code: 429, message: `more than ${callsMax} calls in progress` },
  ])
  expect((await fetch(`${url}/health`)).status).toBe(204)
  for (const other of others) other.destroy()
  await Promise.all(others.map((other) => other.closed || once(other, 'close')))
  expect((await call()).status).toBe(202)
  server.closeAllConnections()
  server.close()
})

test('a client that is newer is told what it asked for that is not there, and which interface is', async () => {
  const server = createHttpServer({
    state: createSandboxState(),
    routes: { 'GET /health': ({ response }) => void response.writeHead(204).end() },
    nodeRoutes: {},
    requests: new RequestCounter(),
    messages: new MessageBudget(),
    rpc: (_, response) => void response.writeHead(202).end(),
    rpcTypes: new Map([['/process.Process/Start', ['application/json']]]),
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const replies = await Promise.all([
    fetch(`${baseUrl}/events/later`),
    fetch(`${baseUrl}/process.Process/Later`, { method: 'POST', body: '{}' }),
    fetch(`${baseUrl}/${'x'.repeat(2000)}`),
  ])
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404])
  const messages = await Promise.all(
    replies.map(async (reply) => ((await reply.json()) as { message: string }).message),
  )
  const known = `: this daemon has the interface of version ${envdVersion}`
  expect(messages.slice(0, 2)).toEqual([
    `no route GET /events/later${known}`,
    `no route POST /process.Process/Later${known}`,
  ])
  expect(messages[2]?.length).toBeLessThan(300)
  server.closeAllConnections()
  server.close()
})

test('requests that are sent without waiting for answers are served in order, and of too many the connection ends', async () => {
  let begun = 0
  const server = createOpenHttpServer({
    'GET /late': async ({ response }) => {
      begun += 1
      const number = begun
      await new Promise(setImmediate)
      response.end(`<${number}>`)
    },
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const send = async (count: number): Promise<string> => {
    begun = 0
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const request = 'GET /late HTTP/1.1\r\nhost: x\r\n\r\n'
    const last = 'GET /late HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'
    socket.on('error', () => undefined).write(request.repeat(count - 1) + last)
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes
    })
    await once(socket, 'close')
    return text
  }
  expect((await send(pipelinedRequestsMax)).match(/<\d+>/g)).toEqual(
    Array.from({ length: pipelinedRequestsMax }, (_, index) => `<${index + 1}>`),
  )
  await send(1000)
  expect(begun).toBe(pipelinedRequestsMax)
  expect((await send(1)).match(/<1>/)).not.toBe(null)
  server.close()
})

test('requests that wait behind another one are over when their connection breaks', async () => {
  const requests = new RequestCounter()
  const server = createHttpServer({
    state: createSandboxState(),
    // The route never responds.
    routes: { 'GET /health': () => undefined },
    nodeRoutes: {},
    requests,
    messages: new MessageBudget(),
    rpc: () => undefined,
    rpcTypes: new Map(),
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET /health HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(10))
  await expect.poll(() => requests.open).toBe(10)
  socket.destroy()
  await expect.poll(() => requests.open).toBe(0)
  server.close()
})
