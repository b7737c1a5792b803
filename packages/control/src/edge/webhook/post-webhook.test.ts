/** Receivers that are dead, slow, hostile, or redirect to where nothing may be sent. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { compileRanges } from '@cay/core/egress/range-set.ts'
import { makeAuthority, openIssuer } from '@cay/kit/certificates/issue.ts'
import { reservePort } from '@cay/kit/host/reserve-port.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createPoster } from './post-webhook.ts'

/** Of the closed addresses this one is allowed, and 127.0.0.2 is not. */
const allowed = compileRanges([{ first: 0x7f000001, last: 0x7f000001 }])
const hosts: Record<string, readonly string[]> = { 'receiver.test': ['127.0.0.1'] }
const resolveHost = async (host: string) => hosts[host] ?? []
const ownAddresses = new Set(['127.0.0.1', '198.51.100.7'])
const isOwnAddress = (address: string) => ownAddresses.has(address)
const never = new AbortController().signal
const request = { teamId: 't1', headers: { 'x-test': '1' }, body: '{"a":1}' }

function post(url: string, options: Partial<Parameters<typeof createPoster>[0]> = {}, signal = never) {
  return createPoster({ resolveHost, allowed, isOwnAddress, ...options })({ ...request, url }, signal)
}

async function listen(
  server: Server | ReturnType<typeof createTcpServer>,
  host = '127.0.0.1',
  port = 0,
): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  onTestFinished(() => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const serve = (handler: Handler, host?: string) => listen(createServer(handler), host)

/** Takes connections that speak for themselves. */
const serveRaw = (onSocket: (socket: Socket) => void) =>
  listen(
    createTcpServer((socket) => {
      socket.on('error', () => undefined)
      onTestFinished(() => void socket.destroy())
      onSocket(socket)
    }),
  )

test('the request has its headers and body, and the host that was asked for', async () => {
  const seen: unknown[] = []
  const port = await serve(async (incoming, response) => {
    const chunks = await Array.fromAsync(incoming)
    seen.push([incoming.method, incoming.url, incoming.headers.host, Buffer.concat(chunks).toString()])
    expect(incoming.headers['x-test']).toBe('1')
    response.writeHead(202).end('thanks')
  })
  expect(await post(`http://receiver.test:${port}/a?b=1`)).toEqual({ status: 202 })
  expect(seen).toEqual([['POST', '/a?b=1', `receiver.test:${port}`, '{"a":1}']])
})

test('a private address is refused, by number, by name, and in any spelling', async () => {
  const port = await serve((_, response) => response.end(), '127.0.0.2')
  hosts['inside.test'] = ['127.0.0.2']
  for (const host of [
    '127.0.0.2',
    '127.2',
    '0x7f000002',
    '2130706434',
    'inside.test',
    '[::1]',
    '[::ffff:127.0.0.2]',
  ])
    expect(await post(`http://${host}:${port}/`), host).toEqual({
      error: expect.stringMatching(/private or reserved|must have a name or an IPv4 address/),
    })
  expect(await post('http://nowhere.test/')).toEqual({ error: 'nowhere.test has no IPv4 address' })
})

test('a public address of this machine is refused, by number, by name and as it becomes one, unless it is allowed', async () => {
  const port = await serve((_, response) => response.end())
  hosts['node.test'] = ['198.51.100.7']
  expect(await post(`http://198.51.100.7:${port}/`)).toEqual({
    error: '198.51.100.7 is an address of this machine',
  })
  expect(await post(`http://node.test:${port}/`)).toEqual({
    error: 'node.test leads to this machine',
  })
  const redirecting = await serve((_, response) =>
    response.writeHead(307, { location: `http://node.test:${port}/` }).end(),
  )
  expect(await post(`http://127.0.0.1:${redirecting}/`)).toEqual({
    error: 'node.test leads to this machine',
  })
  hosts['node.test'] = ['198.51.100.7', '127.0.0.1']
  expect(await post(`http://node.test:${port}/`)).toEqual({ status: 200 })
})

test('the connection goes to the address that was checked, however the name resolves later', async () => {
  const inside = vi.fn<Handler>((_, response) => void response.end())
  // Nobody is given it between the two calls.
  using reserved = await reservePort('0.0.0.0')
  const { port } = reserved
  await listen(
    createServer((_, response) => void response.end()),
    '127.0.0.1',
    port,
  )
  await listen(createServer(inside), '127.0.0.2', port)
  const answers = [['127.0.0.1'], ['127.0.0.2']]
  const rebinding = vi.fn(async () => answers.shift() ?? ['127.0.0.2'])
  const poster = createPoster({ resolveHost: rebinding, allowed, isOwnAddress })
  const url = `http://rebinding.test:${port}/`
  expect(await poster({ ...request, url }, never)).toEqual({ status: 200 })
  expect(rebinding).toHaveBeenCalledTimes(1)
  expect(await poster({ ...request, url }, never)).toMatchObject({
    error: expect.stringContaining('private'),
  })
  expect(inside).not.toHaveBeenCalled()
})

test('a redirect inward is not followed, nor one to another protocol or without an end', async () => {
  const inside = vi.fn<Handler>((_, response) => void response.end())
  const insidePort = await serve(inside, '127.0.0.2')
  hosts['inside.test'] = ['127.0.0.2']
  const redirectTo = async (location: string, status = 307) => {
    const port = await serve((_, response) => response.writeHead(status, { location }).end())
    return await post(`http://receiver.test:${port}/`)
  }
  for (const host of ['127.0.0.2', 'inside.test'])
    expect(await redirectTo(`http://${host}:${insidePort}/`)).toMatchObject({
      error: expect.stringContaining('private'),
    })
  expect(await redirectTo('ftp://receiver.test/')).toEqual({ error: 'it redirects to another protocol' })
  expect(await redirectTo('/again', 308)).toEqual({ error: 'it redirects more than 3 times' })
  expect(await redirectTo('http://receiver.test/', 302)).toEqual({ status: 302 })
  expect(inside).not.toHaveBeenCalled()
})

test('a redirect that keeps the method is followed with the body', async () => {
  const bodies: string[] = []
  const port = await serve(async (incoming, response) => {
    bodies.push(Buffer.concat(await Array.fromAsync(incoming)).toString())
    if (incoming.url === '/b') response.writeHead(204).end()
    else response.writeHead(308, { location: '/b' }).end()
  })
  expect(await post(`http://receiver.test:${port}/a`)).toEqual({ status: 204 })
  expect(bodies).toEqual(['{"a":1}', '{"a":1}'])
})

test('a dead receiver, one that hangs up, and one that talks nonsense fail with a word on why', async () => {
  using closed = await reservePort('127.0.0.1')
  expect(await post(`http://127.0.0.1:${closed.port}/`)).toEqual({ error: 'the connection was refused' })
  const silent = await serveRaw((socket) => socket.once('data', () => socket.end()))
  expect(await post(`http://127.0.0.1:${silent}/`)).toEqual({
    error: 'the connection was closed without a response',
  })
  const nonsense = await serveRaw((socket) => socket.once('data', () => socket.end('who are you?\r\n\r\n')))
  expect(await post(`http://127.0.0.1:${nonsense}/`)).toEqual({ error: 'the response is not HTTP' })
  expect(await post(`https://127.0.0.1:${nonsense}/`)).toEqual({ error: 'it does not speak TLS' })
})

test('a slow receiver is left after the time of a delivery, and at once when the webhook is deleted', async () => {
  const reached = Promise.withResolvers<void>()
  const port = await serveRaw((socket) => void socket.once('data', () => reached.resolve()))
  const late = { error: expect.stringMatching(/^no response within 0\.\d+ s$/) }
  expect(await post(`http://127.0.0.1:${port}/`, { totalMs: 50 })).toEqual(late)
  const deleted = new AbortController()
  const sending = post(`http://127.0.0.1:${port}/`, {}, deleted.signal)
  await reached.promise
  deleted.abort()
  expect(await sending).toHaveProperty('error')
})

test('a response without an end is cut off, and its status counts', async () => {
  const closed = Promise.withResolvers<void>()
  const port = await serve((_, response) => {
    response.once('close', closed.resolve)
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    }
    response.on('drain', more)
    more()
  })
  expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ status: 200 })
  await closed.promise
  const endless = await serveRaw((socket) => {
    socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(1_000_000)}`))
  })
  expect(await post(`http://127.0.0.1:${endless}/`)).toEqual({ error: 'the response is not HTTP' })
})

/** A poster, and how many connections a receiver has had. */
async function serveCounted(handler: Handler) {
  const server = createServer(handler)
  let count = 0
  server.on('connection', () => {
    count += 1
  })
  const url = `http://127.0.0.1:${await listen(server)}/`
  const poster = createPoster({ resolveHost, allowed, isOwnAddress })
  return { server, connections: () => count, send: () => poster({ ...request, url }, never) }
}

test('a connection is used for one request after the other', async () => {
  const { send, connections } = await serveCounted((incoming, response) => {
    incoming.resume().once('end', () => response.writeHead(200, { 'content-length': 4 }).end('fine'))
  })
  for (let count = 0; count < 3; count++) expect(await send()).toEqual({ status: 200 })
  expect(connections()).toBe(1)
})

test('a response without a length is read, and its connection kept by the next client', async () => {
  const { send, connections } = await serveCounted((incoming, response) => {
    incoming.resume().once('end', () => {
      response.writeProcessing()
      response.writeHead(201)
      response.write('in ')
      response.end('chunks')
    })
  })
  for (let count = 0; count < 4; count++) expect(await send()).toEqual({ status: 201 })
  expect(connections()).toBe(2)
})

test('a request on a connection that the receiver has just closed is sent again', async () => {
  let count = 0
  const port = await serveRaw((socket) => {
    const isFirst = count++ === 0
    socket.once('data', () => {
      socket.write('HTTP/1.1 204 No Content\r\n\r\n')
      if (isFirst) socket.once('data', () => socket.resetAndDestroy())
    })
  })
  const poster = createPoster({ resolveHost, allowed, isOwnAddress })
  const url = `http://127.0.0.1:${port}/`
  expect(await poster({ ...request, url }, never)).toEqual({ status: 204 })
  expect(await poster({ ...request, url }, never)).toEqual({ status: 204 })
  expect(count).toBe(2)
})

test('a response that nobody asked for is not taken for that of the next request', async () => {
  const closed = Promise.withResolvers<void>()
  let count = 0
  const port = await serveRaw((socket) => {
    const isFirst = count++ === 0
    socket.once('close', () => isFirst && closed.resolve())
    const early = isFirst ? 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n' : ''
    socket.once('data', () => socket.write(`HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n${early}`))
  })
  const poster = createPoster({ resolveHost, allowed, isOwnAddress })
  const url = `http://127.0.0.1:${port}/`
  expect(await poster({ ...request, url }, never)).toEqual({ status: 500 })
  await closed.promise
  expect(await poster({ ...request, url }, never)).toEqual({ status: 500 })
})

test('a certificate has to be of the name that was asked for and of a trusted authority', async () => {
  const authority = await makeAuthority('Test', { nowMs: Date.now(), days: 1 })
  const issuer = await openIssuer(authority)
  const leaf = await issuer.issue({ names: ['receiver.test'], nowMs: Date.now(), days: 1 })
  const server = createTlsServer(
    { cert: leaf.certificate, key: leaf.key },
    (_, response) => void response.end(),
  )
  const port = await listen(server)
  const trusted = { certificates: authority.certificate }
  expect(await post(`https://receiver.test:${port}/`, trusted)).toEqual({ status: 200 })
  hosts['other.test'] = ['127.0.0.1']
  expect(await post(`https://other.test:${port}/`, trusted)).toHaveProperty('error')
  expect(await post(`https://receiver.test:${port}/`)).toHaveProperty('error')
})
