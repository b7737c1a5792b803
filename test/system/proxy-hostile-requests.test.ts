/** Shapes of requests that are meant to be read differently by two servers: refused, or read in one way only. */
import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openProxyWorld, type ProxyWorld, type Sandbox } from './proxy-world.ts'

let world: ProxyWorld
let sandbox: Sandbox
let port: number
let seen: string[] = []

beforeAll(async () => {
  world = await openProxyWorld()
  sandbox = world.addSandbox()
  port = await sandbox.serve(async (request, response) => {
    seen.push(`${request.method} ${request.url}`)
    const body = Buffer.concat(await request.toArray())
    response.end(`<${body}>`)
  })
})

afterEach(async () => {
  expect(world.isAlive()).toBe(true)
  expect((await world.request({ sandbox, port })).status).toBe(200)
  seen = []
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const host = () => `Host: ${port}-${sandbox.id}.localhost\r\n`

describe('refused, and nothing of it reaches the server', () => {
  it.each([
    ['two lengths', () => `POST / HTTP/1.1\r\n${host()}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    [
      'the same length twice',
      () => `POST / HTTP/1.1\r\n${host()}Content-Length: 1\r\nContent-Length: 1\r\n\r\na`,
    ],
    ['a list of lengths', () => `POST / HTTP/1.1\r\n${host()}Content-Length: 1, 1\r\n\r\na`],
    ['a signed length', () => `POST / HTTP/1.1\r\n${host()}Content-Length: +1\r\n\r\na`],
    [
      'length and chunks',
      () => `POST / HTTP/1.1\r\n${host()}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'chunks and length',
      () => `POST / HTTP/1.1\r\n${host()}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n`,
    ],
    [
      'a coding in disguise',
      () => `POST / HTTP/1.1\r\n${host()}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'chunks that are not last',
      () => `POST / HTTP/1.1\r\n${host()}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`,
    ],
    [
      'a coding we do not know',
      () => `POST / HTTP/1.1\r\n${host()}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a space before the colon', () => `POST / HTTP/1.1\r\n${host()}Content-Length : 3\r\n\r\nabc`],
    ['a folded header', () => `GET / HTTP/1.1\r\n${host()}X-A: b\r\n c\r\n\r\n`],
    ['a bare line feed', () => `GET / HTTP/1.1\n${host()}\r\n`],
    ['a bare carriage return', () => `GET / HTTP/1.1\r\n${host()}X: a\rY: b\r\n\r\n`],
    ['a NUL in a header', () => `GET / HTTP/1.1\r\n${host()}X: a\0b\r\n\r\n`],
    ['a NUL in the host', () => `GET / HTTP/1.1\r\nHost: ${port}-${sandbox.id}\0.localhost\r\n\r\n`],
    ['an absolute target', () => `GET http://127.0.0.1:${port}/ HTTP/1.1\r\n${host()}\r\n`],
    ['a target without a slash', () => `GET init HTTP/1.1\r\n${host()}\r\n`],
    ['two hosts', () => `GET / HTTP/1.1\r\n${host()}Host: other\r\n\r\n`],
    ['no host', () => 'GET / HTTP/1.1\r\n\r\n'],
    ['a host with a path', () => `GET / HTTP/1.1\r\nHost: ${port}-${sandbox.id}.localhost/x\r\n\r\n`],
    ['a host with a user', () => `GET / HTTP/1.1\r\nHost: a@${port}-${sandbox.id}.localhost\r\n\r\n`],
    ['an unknown method', () => `BREW / HTTP/1.1\r\n${host()}\r\n`],
    ['HTTP/2 without asking', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['CONNECT', () => `CONNECT ${sandbox.address}:${port} HTTP/1.1\r\n${host()}\r\n`],
    ['a request line of 1 MiB', () => `GET /${'a'.repeat(1024 * 1024)} HTTP/1.1\r\n${host()}\r\n`],
    ['headers that never end', () => `GET / HTTP/1.1\r\n${'X: y\r\n'.repeat(100_000)}`],
  ])('%s', async (_, text) => {
    const client = await world.connect()
    client.send(text())
    await client.until(/^HTTP\/1.1 (?:400|405|431|501) /).catch(async () => {
      // A reset may overtake the refusal when more is sent than is read.
      expect((await client.ended()).how).toBe('reset')
    })
    expect(seen).toEqual([])
  })
})

describe('parsed in one way only', () => {
  it('the body of a GET is forwarded with it', async () => {
    const client = await world.connect()
    client.send(`GET /1 HTTP/1.1\r\n${host()}Content-Length: 17\r\n\r\nGET /2 HTTP/1.1\r\n`)
    await client.until(/<GET \/2 HTTP\/1.1\r\n>/)
    expect(seen).toEqual(['GET /1'])
  })

  it('Connection cannot strip Content-Length', async () => {
    const client = await world.connect()
    client.send(`GET /1 HTTP/1.1\r\n${host()}Connection: Content-Length\r\nContent-Length: 5\r\n\r\nhello`)
    await client.until(/<hello>/)
    expect(seen).toEqual(['GET /1'])
  })

  it('an Upgrade with a body is a request with a body', async () => {
    const client = await world.connect()
    client.send(
      `POST /1 HTTP/1.1\r\n${host()}Connection: Upgrade\r\nUpgrade: x\r\nContent-Length: 17\r\n\r\nGET /2 HTTP/1.1\r\n`,
    )
    await client.until(/<GET \/2/)
    expect(seen).toEqual(['POST /1'])
  })

  it('each request on a keep-alive connection is routed by itself', async () => {
    const other = world.addSandbox()
    const otherPort = await other.serve((_, response) => response.end('<other>'))
    const client = await world.connect()
    client.send(`GET /1 HTTP/1.1\r\n${host()}\r\n`)
    await client.until(/<>/)
    client.send(`GET /2 HTTP/1.1\r\nHost: ${otherPort}-${other.id}.localhost\r\n\r\n`)
    await client.until(/<other>/)
    client.send('GET /3 HTTP/1.1\r\nHost: nowhere\r\n\r\n')
    await client.until(/Invalid host/)
    expect(seen).toEqual(['GET /1'])
  })
})

it('an invalid body resets the upstream connection', async () => {
  let guest: Socket | undefined
  const broken = await sandbox.serve((request) => {
    guest = request.socket
    request.on('error', () => undefined)
    request.resume()
  })
  const client = await world.connect()
  client.send(
    `POST / HTTP/1.1\r\nHost: ${broken}-${sandbox.id}.localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`,
  )
  await expect.poll(() => guest !== undefined).toBe(true)
  client.send('zz\r\n')
  await client.ended()
  await expect.poll(() => guest?.destroyed).toBe(true)
})

it('ten thousand silent connections do not disturb other clients', async () => {
  const idle: Awaited<ReturnType<typeof world.connect>>[] = []
  for (let made = 0; made < 100; made++)
    idle.push(...(await Promise.all(Array.from({ length: 100 }, () => world.connect()))))
  expect((await world.request({ sandbox, port })).status).toBe(200)
  for (const client of idle) client.socket.destroy()
}, 120_000)

it('thousands of pipelined requests are not buffered', async () => {
  const client = await world.connect()
  client.send(`GET / HTTP/1.1\r\nHost: 80-unknown.localhost\r\n\r\n`.repeat(5000))
  expect((await client.ended()).how).toBe('reset')
})
