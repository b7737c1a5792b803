import { once } from 'node:events'
import { constants } from 'node:http2'
import type net from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noteFaults } from '../support/note-faults.ts'
import { ask, askHttp2, genuineHello, openTlsAs, serve, speakHttp2 } from './egress-https.ts'
import { clientHello, type EgressWorld, type Guest, openEgressWorld } from './egress-world.ts'

const genuine = '203.0.113.80'
const rules = { 'api.example.com': [{ transform: { headers: { Authorization: 'mine' } } }] }

let world: EgressWorld
let guest: Guest

beforeEach(async () => {
  world = await openEgressWorld()
  guest = await world.addGuest({ rules })
  world.network.name('api.example.com', genuine)
})
afterEach(() => world[Symbol.asyncDispose]())

const serveHttps = (speaksHttp2 = false) =>
  serve(world, { address: genuine, port: 443, names: ['api.example.com'], speaksHttp2 })
const openApi = (protocols?: readonly string[]) =>
  openTlsAs(world, guest, {
    address: genuine,
    name: 'api.example.com',
    ...(protocols === undefined ? {} : { protocols }),
  })
const everythingElseGoesOn = async () =>
  expect(await ask(await openApi(), 'api.example.com')).toMatchObject({ body: 'seen mine' })

describe('on a connection whose requests get headers', () => {
  it.each([
    ['two hosts', 'GET / HTTP/1.1\r\nHost: api.example.com\r\nHost: evil.net\r\n\r\n'],
    ['a target that disagrees', 'GET https://evil.net/ HTTP/1.1\r\nHost: api.example.com\r\n\r\n'],
    ['a folded line', 'GET / HTTP/1.1\r\nHost: api.example.com\r\nA: b\r\n c\r\n\r\n'],
    ['a bare line end', 'GET / HTTP/1.1\r\nA: b\nAuthorization: theirs\r\nHost: api.example.com\r\n\r\n'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: api.example.com\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: api.example.com\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['CONNECT', 'CONNECT evil.net:443 HTTP/1.1\r\nHost: api.example.com\r\n\r\n'],
    [
      'a switch to HTTP/2',
      'GET / HTTP/1.1\r\nHost: api.example.com\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
    ],
    ['HTTP/2 that was not agreed on', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a head without an end', `GET / HTTP/1.1\r\nHost: api.example.com\r\nA: ${'x'.repeat(70_000)}`],
    ['a request line of a MiB', `GET /${'x'.repeat(1024 * 1024)}`],
  ])('%s goes nowhere', async (_, text) => {
    const { seen } = await serveHttps()
    const connection = await openApi()
    connection.on('error', () => undefined)
    connection.write(text)
    connection.resume()
    await new Promise((over) => connection.once('end', over).once('close', over))
    expect(seen).toEqual([])
    expect(await guest.denials()).toHaveLength(1)
    await everythingElseGoesOn()
  })

  it('CONNECT inside HTTP/2 goes nowhere', async () => {
    await serveHttps(true)
    const session = speakHttp2(world, 'api.example.com', await openApi(['h2']))
    expect(
      await askHttp2(session, { ':method': 'CONNECT', ':authority': 'api.example.com:25' }),
    ).toMatchObject({ status: 421 })
    expect(await askHttp2(session, { ':path': '/' })).toMatchObject({ status: 200 })
  })

  it('streams that are reset as fast as they are opened end one connection at most', async () => {
    await serveHttps(true)
    const session = speakHttp2(world, 'api.example.com', await openApi(['h2']))
    for (let i = 0; i < 5000 && !session.destroyed; i++) {
      const stream = session.request({ ':path': '/' })
      stream.on('error', () => undefined)
      stream.close(8)
      if (i % 50 === 0) await new Promise(setImmediate)
    }
    await everythingElseGoesOn()
  })

  it('an HTTP/2 stream that is reset while its refusal waits for it ends no gateway', async () => {
    const faults = noteFaults()
    // Nobody is at the address, so the gateway answers by itself, into a window of no bytes.
    const closed = { initialWindowSize: 0 }
    const session = speakHttp2(world, 'api.example.com', await openApi(['h2']), closed)
    const stream = session.request({ ':path': '/' })
    stream.on('error', () => undefined)
    const [head] = await once(stream, 'response')
    expect(head).toMatchObject({ ':status': 502 })
    stream.close(constants.NGHTTP2_INTERNAL_ERROR)
    await once(session, 'close')
    await turn()
    expect(faults).toEqual([])
  })

  it('a list of headers over its bound is refused, and others go on', async () => {
    await serveHttps(true)
    const session = speakHttp2(world, 'api.example.com', await openApi(['h2']))
    const big = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`x-${i}`, 'y'.repeat(4000)]))
    await askHttp2(session, { ':path': '/', ...big }).catch(() => undefined)
    await everythingElseGoesOn()
  })
})

describe('a handshake', () => {
  it('that never ends is given up', async () => {
    await serveHttps()
    const client = await guest.open(genuine, 443)
    client.send(clientHello('api.example.com'))
    await client.ended()
    await everythingElseGoesOn()
  })

  it('that is garbage behind its first bytes is given up', async () => {
    await serveHttps()
    const client = await guest.open(genuine, 443)
    client.send(Buffer.concat([clientHello('api.example.com'), Buffer.alloc(5000, 7)]))
    await client.ended()
    await everythingElseGoesOn()
  })

  it('during which the server resets its connection is given up, and ends no gateway', async () => {
    const faults = noteFaults()
    const { server } = await serveHttps()
    const accepted: net.Socket[] = []
    server.on('connection', (socket: net.Socket) => accepted.push(socket))
    const client = await guest.open(genuine, 443)
    client.send(await genuineHello('api.example.com'))
    // The gateway has answered: it is through with the server, and waits for the rest of this handshake.
    await client.until(/./s)
    accepted[0]?.resetAndDestroy()
    await client.ended()
    expect(faults).toEqual([])
    await everythingElseGoesOn()
  })

  it('that the sandbox breaks off leaves nothing open', async () => {
    const { server } = await serveHttps()
    for (let i = 0; i < 20; i++) {
      const client = await guest.open(genuine, 443)
      client.send(clientHello('api.example.com'))
      client.socket.resetAndDestroy()
    }
    await expect.poll(async () => (await world.rpc.listTraffic({})).sandboxes[0]?.openConnections).toBe(0)
    await expect.poll(() => new Promise((done) => server.getConnections((_, count) => done(count)))).toBe(0)
    await everythingElseGoesOn()
  })
})

it('a checkpoint cuts intercepted connections like all others', async () => {
  await serveHttps()
  const connection = await openApi()
  connection.on('error', () => undefined)
  await ask(connection, 'api.example.com')
  const { count } = await world.rpc.resetConnections({ sandboxId: guest.id, refuseMs: 0 })
  expect(count).toBe(1)
  if (!connection.destroyed) await once(connection, 'close')
  await everythingElseGoesOn()
})
