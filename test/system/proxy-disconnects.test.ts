/** Every way a connection breaks: the other side learns of it as a break, and the proxy goes on. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openProxyWorld, type ProxyWorld, routing, type Sandbox } from './proxy-world.ts'

let world: ProxyWorld
let sandbox: Sandbox

beforeAll(async () => {
  world = await openProxyWorld()
  sandbox = world.addSandbox()
})

afterEach(() => {
  expect(world.isAlive()).toBe(true)
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const get = (port: number, where: Sandbox = sandbox) =>
  `GET / HTTP/1.1\r\nHost: ${port}-${where.id}.localhost\r\n\r\n`
/** Into the buffers of two connections and of the proxy. */
const moreThanFits = Buffer.alloc(50 * 1024 * 1024)
const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'

describe('a sandbox that ends', () => {
  it('resets both sides of a stream in flight, and is not found afterwards', async () => {
    const dying = world.addSandbox()
    const guests: Socket[] = []
    const port = await dying.serve((request, response) => {
      guests.push(request.socket)
      response.write('running')
    })
    const client = await world.connect()
    client.send(get(port, dying))
    await client.until(/running/)
    const guestEnd = endOf(guests[0])
    void world.orchestrator.end(dying.id)
    expect((await client.ended()).how).toBe('reset')
    expect(await guestEnd).toBe('reset')
    const health = await world.request({ sandbox: dying, port: 49983, path: '/health' })
    expect(health.status).toBe(502)
  })

  it('answers a request whose response has not begun', async () => {
    const dying = world.addSandbox()
    let asked: () => void = () => undefined
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    const port = await dying.serve(() => asked())
    const client = await world.connect()
    client.send(get(port, dying))
    await isAsked
    void world.orchestrator.end(dying.id)
    expect(await client.until(/in flight/)).toMatch(/^HTTP\/1.1 502 /)
  })

  it('looks to fetch like a dropped connection, which is what the official clients match', async () => {
    const dying = world.addSandbox()
    const port = await dying.serve((_, response) => void response.write('running'))
    const url = `http://127.0.0.1:${world.proxyPort}/`
    const response = await fetch(url, { headers: routing(dying, port) })
    const text = response.text()
    void world.orchestrator.end(dying.id)
    await expect(text).rejects.toThrow('terminated')
  })

  it('resets a client that does not read, however much is buffered for it', async () => {
    const dying = world.addSandbox()
    const stalled = Promise.withResolvers<Socket>()
    const port = await dying.serve((request, response) => {
      response.on('error', () => undefined)
      response.write(moreThanFits)
      stalled.resolve(request.socket)
    })
    const client = await world.connect()
    client.socket.pause()
    client.send(get(port, dying))
    const guestEnd = endOf(await stalled.promise)
    void world.orchestrator.end(dying.id)
    expect(await guestEnd).toBe('reset')
    client.socket.resume()
    expect((await client.ended()).how).toBe('reset')
  })

  it('resets a server that does not read, however much is buffered for it', async () => {
    const dying = world.addSandbox()
    const reached = Promise.withResolvers<Socket>()
    const port = await dying.serveRaw((socket) => {
      socket.once('data', () => {
        socket.pause()
        reached.resolve(socket)
      })
    })
    const client = await world.connect()
    client.send(`POST / HTTP/1.1\r\nHost: ${port}-${dying.id}.localhost\r\nContent-Length: 100000000\r\n\r\n`)
    const guest = await reached.promise
    client.socket.write(moreThanFits)
    void world.orchestrator.end(dying.id)
    await client.until(/^HTTP\/1.1 502 [\s\S]*in flight/)
    const guestEnd = endOf(guest)
    guest.resume()
    expect(await guestEnd).toBe('reset')
  })
})

describe('a client that disconnects', () => {
  it.each(['while it is answered', 'while it sends'])('resets the upstream connection: %s', async (when) => {
    const reached = Promise.withResolvers<IncomingMessage>()
    const port = await sandbox.serve((request, response) => {
      response.on('error', () => undefined)
      response.write('x')
      if (when === 'while it sends') request.once('data', () => reached.resolve(request))
      else reached.resolve(request)
    })
    const client = await world.connect()
    const isSending = when === 'while it sends'
    client.send(
      isSending
        ? `POST / HTTP/1.1\r\nHost: ${port}-${sandbox.id}.localhost\r\nContent-Length: 100\r\n\r\nsome`
        : get(port),
    )
    const request = await reached.promise
    const guestEnd = endOf(request.socket)
    client.socket.resetAndDestroy()
    expect(await guestEnd).toBe('reset')
  })

  it('is noticed as well when it closes gracefully', async () => {
    const reached = Promise.withResolvers<Socket>()
    const port = await sandbox.serve((request) => reached.resolve(request.socket))
    const client = await world.connect()
    client.send(get(port))
    const guestEnd = endOf(await reached.promise)
    client.socket.end()
    expect(await guestEnd).toBe('reset')
  })
})

describe('a server that disconnects', () => {
  it.each([
    ['within chunks, by a reset', `${head}5\r\nhello\r\n`, (socket: Socket) => socket.resetAndDestroy()],
    ['within chunks, by a close', `${head}5\r\nhello\r\n`, (socket: Socket) => socket.destroy()],
    [
      'before all of its length',
      'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello',
      (socket: Socket) => socket.end(),
    ],
    [
      'by a reset, where the end of the connection ends the body',
      'HTTP/1.1 200 OK\r\n\r\nhello',
      (socket: Socket) => socket.resetAndDestroy(),
    ],
    ['by breaking its chunks', `${head}5\r\nhello\r\n`, (socket: Socket) => socket.write('zzz\r\n')],
  ])('%s resets the client', async (_, answer, breakOff) => {
    const reached = Promise.withResolvers<Socket>()
    const port = await sandbox.serveRaw((socket) => {
      socket.once('data', () => {
        socket.write(answer)
        reached.resolve(socket)
      })
    })
    const client = await world.connect()
    client.send(get(port))
    await client.until(/hello/)
    breakOff(await reached.promise)
    expect((await client.ended()).how).toBe('reset')
  })

  it.each([
    ['closes at once', (socket: Socket) => socket.destroy()],
    ['closes when it was asked', (socket: Socket) => socket.once('data', () => socket.end())],
    ['resets when it was asked', (socket: Socket) => socket.once('data', () => socket.resetAndDestroy())],
    ['speaks another protocol', say('SSH-2.0-OpenSSH_9.9\r\n')],
    ['answers bytes', say('\0\x01\x02\xff\xfe')],
    ['answers HTTP/2', say('HTTP/2 200\r\n\r\n')],
    ['has a status that is none', say('HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n')],
    ['has a length that is none', say('HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n')],
    ['has two lengths', say('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab')],
    ['has control characters in a header', say('HTTP/1.1 200 OK\r\nX: a\x01b\r\n\r\n')],
    ['has a header without a name', say('HTTP/1.1 200 OK\r\n: b\r\n\r\n')],
    [
      'uses a coding that nobody knows',
      say('HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'),
    ],
    ['sends a head without end', say(`HTTP/1.1 200 OK\r\nX: ${'y'.repeat(200_000)}`)],
    [
      'switches protocols unasked',
      say('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    ],
    ['ends within its head', say('HTTP/1.1 200 OK\r\nX: y\r\n')],
  ])('before its response, because it %s, causes a 502', async (_, misbehave) => {
    const port = await sandbox.serveRaw(misbehave)
    const answer = await world.request({ sandbox, port })
    expect(answer.status).toBe(502)
    expect(answer.json()).toMatchObject({ message: 'The sandbox is running but port is not open', port })
  })

  it.each([
    [
      'a trailer that was announced without chunks',
      'HTTP/1.1 200 OK\r\nTrailer: X\r\nContent-Length: 2\r\n\r\nhi',
    ],
    ['a reason of other characters', 'HTTP/1.1 200 \xfcber\r\nContent-Length: 2\r\n\r\nhi'],
    ['more than its length', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhiHTTP/1.1 200 OK\r\n\r\nsmuggled'],
    [
      'length and chunks',
      `HTTP/1.1 200 OK\r\nContent-Length: 30\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n`,
    ],
  ])('that violates HTTP but sends %s does not crash the proxy', async (_, answer) => {
    const port = await sandbox.serveRaw(say(answer))
    const client = await world.connect()
    client.send(get(port))
    const text = await client.until(/HTTP\/1.1 (?:200[\s\S]*hi|502)/)
    expect(text).not.toContain('smuggled')
    expect((await world.request({ sandbox, port })).status).toBeGreaterThanOrEqual(200)
  })
})

it('informational responses for a client that does not read are not buffered', async () => {
  const interim = `HTTP/1.1 103 Early Hints\r\nX: ${'y'.repeat(8000)}\r\n\r\n`
  const done = Promise.withResolvers<void>()
  const port = await sandbox.serveRaw((socket) => {
    socket.once('data', async () => {
      for (let i = 0; i < 20_000 && !socket.destroyed; i++) {
        if (!socket.write(interim)) await once(socket, 'drain').catch(() => undefined)
      }
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
      done.resolve()
    })
  })
  const client = await world.connect()
  client.socket.pause()
  client.send(get(port))
  await done.promise
  expect(world.peakMemoryKib()).toBeLessThan(250 * 1024)
  client.socket.resetAndDestroy()
})

function say(text: string): (socket: Socket) => void {
  return (socket) => void socket.once('data', () => socket.end(Buffer.from(text, 'latin1')))
}

async function endOf(socket: Socket | undefined): Promise<'reset' | 'end'> {
  if (socket === undefined) throw new Error('nobody came')
  return new Promise((resolve) => {
    socket.once('error', () => resolve('reset'))
    socket.once('close', (hadError) => resolve(hadError ? 'reset' : 'end'))
  })
}
