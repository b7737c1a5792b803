/** Answers to requests without a body, in every form that a server may give them: each request is asked once. */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openProxyWorld, type ProxyWorld, type Sandbox, untilStill } from './proxy-world.ts'

let world: ProxyWorld
let sandbox: Sandbox

beforeAll(async () => {
  world = await openProxyWorld()
})
beforeEach(() => {
  sandbox = world.addSandbox()
})
afterEach(() => {
  expect(world.isAlive()).toBe(true)
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const get = (port: number, path = '/') =>
  `GET ${path} HTTP/1.1\r\nHost: ${port}-${sandbox.id}.localhost\r\n\r\n`

const plain = 'HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 5\r\n\r\nplain'

/** A server that answers by path, and counts the requests it has seen. */
async function serve(answers: Readonly<Record<string, (socket: Socket) => void>>) {
  const seen: string[] = []
  const port = await sandbox.serveRaw((socket) => {
    socket.on('data', (bytes) => {
      const path = /^GET (\S+)/.exec(String(bytes))?.[1] ?? ''
      seen.push(path)
      if (path === '/') socket.write(plain)
      else answers[path]?.(socket)
    })
  })
  return { port, seen }
}

const say = (text: string) => (socket: Socket) => void socket.write(text, 'latin1')

describe('on a connection that has carried a response of fixed length', () => {
  it.each([
    [
      'chunks',
      (socket: Socket) => {
        socket.write(
          'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n3\r\noth\r\n',
        )
        setImmediate(() => socket.write('2;x=y\r\ner\r\n0\r\n\r\n'))
      },
    ],
    [
      'a body that ends with the connection',
      (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nother'),
    ],
    ['an answer of HTTP/1.0', (socket: Socket) => void socket.end('HTTP/1.0 200 OK\r\n\r\nother')],
    [
      'an interim answer before it',
      say(`HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n${plain.replace(/plain$/, 'other')}`),
    ],
    [
      'a head of 40 KiB',
      say(`HTTP/1.1 200 OK\r\nX: ${'y'.repeat(40_000)}\r\nContent-Length: 5\r\n\r\nother`),
    ],
  ])('%s is relayed, requested once, and the connection stays usable', async (_, answer) => {
    const { port, seen } = await serve({ '/other': answer })
    const client = await world.connect()
    client.send(get(port))
    await client.until(/plain$/)
    client.send(get(port, '/other'))
    await client.until(/oth[\s\S]*er(?:\r\n0\r\n\r\n)?$/)
    client.send(get(port))
    await client.until(/er[\s\S]*plain$/)
    client.send(get(port, '/other'))
    await client.until(/er[\s\S]*plain[\s\S]*oth[\s\S]*er(?:\r\n0\r\n\r\n)?$/)
    expect(seen).toEqual(['/', '/other', '/', '/other'])
  })

  it('one whose chunks end early resets the client', async () => {
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nother\r\n'
    const { port } = await serve({ '/other': (socket) => void socket.end(head) })
    const client = await world.connect()
    client.send(get(port))
    await client.until(/plain$/)
    client.send(get(port, '/other'))
    expect((await client.ended()).how).toBe('reset')
  })

  it('bytes behind a response are not parsed as the next one', async () => {
    const { port, seen } = await serve({ '/two': say(`${plain}${plain.replace(/plain$/, 'smuggled')}`) })
    const client = await world.connect()
    client.send(get(port))
    await client.until(/plain$/)
    client.send(get(port, '/two'))
    await client.until(/plain[\s\S]*plain/)
    client.send(get(port))
    expect(await client.until(/(?:plain[\s\S]*){3}$/)).not.toMatch(/smuggled/)
    expect(seen).toEqual(['/', '/two', '/'])
  })
})

it('a response that arrives byte by byte is relayed unchanged', async () => {
  const { port } = await serve({
    '/bytes': async (socket) => {
      for (const byte of plain) {
        socket.write(byte)
        await new Promise(setImmediate)
      }
    },
  })
  const client = await world.connect()
  client.send(get(port, '/bytes'))
  expect(await client.until(/plain$/)).toMatch(/^HTTP\/1.1 200 OK\r\nContent-Length: 5\r\n/)
})

it('a head is relayed before its body', async () => {
  const { port } = await serve({ '/head': say('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n') })
  const client = await world.connect()
  client.send(get(port, '/head'))
  await client.until(/Content-Length: 5\r\n[\s\S]*\r\n\r\n$/)
})

it('a response to HEAD has no body, whatever its Content-Length', async () => {
  const port = await sandbox.serveRaw((socket) => {
    socket.on('data', () => socket.write(plain.replace(/plain$/, '')))
  })
  const client = await world.connect()
  for (let asked = 0; asked < 3; asked++) {
    const answered = once(client.socket, 'data')
    client.send(get(port).replace('GET', 'HEAD'))
    await answered
  }
  expect((await client.until(/\r\n\r\n$/)).match(/Content-Length: 5/g)).toHaveLength(3)
})

it('half a head is no response: a pause causes a local reply', async () => {
  const asked = Promise.withResolvers<void>()
  const { port } = await serve({
    '/half': (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Le')
      asked.resolve()
    },
  })
  const client = await world.connect()
  client.send(get(port, '/half'))
  await asked.promise
  await world.untilCurrent()
  void world.orchestrator.show(sandbox.id, { phase: 'pausing' })
  await client.until(/^HTTP\/1.1 502 [\s\S]*The sandbox was paused while the request was in flight/)
})

it('a large response of fixed length waits for a slow reader, in bounded memory, and arrives completely', async () => {
  const bytes = 200 * 1024 * 1024
  const block = Buffer.alloc(64 * 1024, 'x')
  let written = 0
  const port = await sandbox.serve((_, response) => {
    response.setHeader('content-length', bytes)
    const pour = () => {
      while (written < bytes && !response.destroyed) {
        written += block.length
        if (!response.write(block)) return void response.once('drain', pour)
      }
      response.end()
    }
    pour()
  })
  const client = await world.connect()
  client.socket.removeAllListeners('data')
  client.socket.pause()
  client.send(get(port))
  await untilStill(() => written)
  expect(written).toBeLessThan(bytes / 4)
  expect(world.peakMemoryKib()).toBeLessThan(250 * 1024)
  let received = 0
  client.socket.on('data', (piece: Buffer) => {
    received += piece.length
  })
  client.socket.resume()
  await expect.poll(() => received).toBeGreaterThan(bytes)
})
