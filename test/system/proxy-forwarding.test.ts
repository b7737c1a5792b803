/** What passes through, and how: as it is, as it comes, without being kept. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProxyWorld, type ProxyWorld, routing, type Sandbox, untilStill } from './proxy-world.ts'

let world: ProxyWorld
let sandbox: Sandbox

beforeAll(async () => {
  world = await openProxyWorld()
  sandbox = world.addSandbox()
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const hostOf = (port: number) => `${port}-${sandbox.id}.localhost`

describe('headers', () => {
  it('reach the server in order, with duplicates, without hop-by-hop headers', async () => {
    let seen: string[] = []
    const port = await sandbox.serve((request, response) => {
      seen = request.rawHeaders
      response.end()
    })
    const client = await world.connect()
    const kept = [
      'X-B',
      '2',
      'x-a',
      '1',
      'X-B',
      '1',
      'Authorization',
      'Basic dXNlcjo=',
      'X-Access-Token',
      't',
    ]
    const dropped = [
      ...['X-API-Key', `e2b_${'0'.repeat(40)}`, 'X-Admin-Token', 'a', 'X-Forwarded-For', '9.9.9.9'],
      ...['Connection', 'X-Hop', 'X-Hop', '1', 'Keep-Alive', 'timeout=5'],
    ]
    const all = ['Host', hostOf(port), ...dropped, ...kept]
    client.send(`GET / HTTP/1.1\r\n${lines(all)}\r\n`)
    await client.until(/200 OK/)
    expect(seen).toEqual(['Host', hostOf(port), ...kept, 'Connection', 'keep-alive'])
  })

  it('lose an API key on the way to the server, also as a bearer token', async () => {
    const port = await sandbox.serve((request, response) =>
      response.end(request.headers.authorization ?? 'none'),
    )
    const key = `Bearer e2b_${'0'.repeat(40)}`
    expect((await world.request({ sandbox, port, headers: { authorization: key } })).body).toBe('none')
    expect((await world.request({ sandbox, port, headers: { authorization: 'Bearer x' } })).body).toBe(
      'Bearer x',
    )
  })

  it('reach the client in order, with duplicates, status and reason', async () => {
    const headers = ['Set-Cookie', 'a=1', 'X-Z', '1', 'Set-Cookie', 'b=2', 'content-length', '2']
    const port = await sandbox.serveRaw((socket) => {
      socket.once('data', () => socket.end(`HTTP/1.1 418 Short and stout\r\n${lines(headers)}\r\nhi`))
    })
    const client = await world.connect()
    client.send(`GET / HTTP/1.1\r\nHost: ${hostOf(port)}\r\n\r\n`)
    const text = await client.until(/hi$/)
    expect(text.startsWith(`HTTP/1.1 418 Short and stout\r\n${lines(headers)}`)).toBe(true)
    expect(text).not.toMatch(/^date:/im)
  })
})

describe('bodies', () => {
  it.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    '%s without one is forwarded without one',
    async (method) => {
      let framing: unknown
      const port = await sandbox.serve((request, response) => {
        framing = request.headers['transfer-encoding']
        response.setHeader('content-length', '2').end(request.method === 'HEAD' ? '' : 'ok')
      })
      const answer = await world.request({ sandbox, port, method })
      expect([answer.status, answer.body]).toEqual([200, method === 'HEAD' ? '' : 'ok'])
      expect(answer.headers['content-length']).toBe('2')
      if (method !== 'POST' && method !== 'PUT' && method !== 'PATCH') expect(framing).toBeUndefined()
    },
  )

  it('of 204 and 304 are empty, and the connection stays usable', async () => {
    const port = await sandbox.serve((request, response) =>
      response.writeHead(Number(request.url?.slice(1))).end(),
    )
    const client = await world.connect()
    for (const status of [204, 304, 204]) {
      client.send(`GET /${status} HTTP/1.1\r\nHost: ${hostOf(port)}\r\n\r\n`)
    }
    await client.until(/204[\s\S]+304[\s\S]+204/)
  })

  it('stay compressed as they are', async () => {
    const zipped = Buffer.from([0x1f, 0x8b, 1, 2, 3])
    const port = await sandbox.serve((_, response) =>
      response.setHeader('content-encoding', 'gzip').end(zipped),
    )
    const answer = await world.request({ sandbox, port })
    expect([answer.headers['content-encoding'], answer.body]).toEqual(['gzip', zipped.toString()])
  })

  it('may have trailers, in both directions, without credentials', async () => {
    let seen: unknown
    const port = await sandbox.serve(async (request, response) => {
      for await (const _ of request);
      seen = request.trailers
      response.writeHead(200, { Trailer: 'X-Sum' })
      response.write('body')
      response.addTrailers({ 'X-Sum': '42' })
      response.end()
    })
    const request = http.request({ host: '127.0.0.1', port: world.proxyPort, method: 'POST', agent: false })
    for (const [name, value] of Object.entries(routing(sandbox, port))) request.setHeader(name, value)
    request.setHeader('Trailer', 'X-In, X-API-Key')
    request.write('hello')
    request.addTrailers({ 'X-In': '7', 'X-API-Key': `e2b_${'0'.repeat(40)}` })
    request.end()
    const [response] = await once(request, 'response')
    for await (const _ of response);
    expect(seen).toEqual({ 'x-in': '7' })
    expect(response.trailers).toEqual({ 'x-sum': '42' })
  })

  it('wait for 100 Continue from the server', async () => {
    const port = await sandbox.serveRaw((socket) => {
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
        if (/Expect: 100-continue[\s\S]*\r\n\r\n$/.test(text)) socket.write('HTTP/1.1 100 Continue\r\n\r\n')
        if (text.endsWith('body')) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone')
      })
    })
    const client = await world.connect()
    client.send(
      `POST / HTTP/1.1\r\nHost: ${hostOf(port)}\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n`,
    )
    await client.until(/^HTTP\/1.1 100 Continue\r\n\r\n$/)
    client.send('body')
    expect(await client.until(/done$/)).toMatch(/200 OK/)
  })

  it('that the server refuses are not waited for, and nothing after them is misparsed', async () => {
    const port = await sandbox.serveRaw((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno'))
    })
    const client = await world.connect()
    client.send(
      `POST / HTTP/1.1\r\nHost: ${hostOf(port)}\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n`,
    )
    const { text, how } = await client.ended()
    expect(how).toBe('end')
    expect(text).toMatch(/^HTTP\/1.1 413[\s\S]*connection: close[\s\S]*no$/i)
  })

  it('are not waited for when the proxy sends a local reply', async () => {
    const client = await world.connect()
    client.send(
      'POST / HTTP/1.1\r\nHost: 80-unknown.localhost\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n',
    )
    const { text } = await client.ended()
    expect(text).toMatch(/^HTTP\/1.1 502[\s\S]*connection: close/i)
  })

  it('may be answered before they are sent, and the connection stays usable', async () => {
    const port = await sandbox.serve((request, response) => {
      response.end('early')
      request.resume()
    })
    const client = await world.connect()
    client.send(`POST /1 HTTP/1.1\r\nHost: ${hostOf(port)}\r\nContent-Length: 10\r\n\r\n`)
    await client.until(/early/)
    client.send(`0123456789GET /2 HTTP/1.1\r\nHost: ${hostOf(port)}\r\n\r\n`)
    await client.until(/early[\s\S]*early/)
  })
})

describe('informational responses', () => {
  it('are relayed before the final one, without body and connection headers', async () => {
    const port = await sandbox.serveRaw((socket) => {
      socket.once('data', () => {
        const hints = 'Content-Length: 9\r\nKeep-Alive: timeout=5\r\nLink: </a.css>; rel=preload'
        socket.write(`HTTP/1.1 103 Early Hints\r\n${hints}\r\n\r\n`)
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi')
      })
    })
    const client = await world.connect()
    client.send(`GET / HTTP/1.1\r\nHost: ${hostOf(port)}\r\n\r\n`)
    expect(await client.until(/hi$/)).toMatch(
      /^HTTP\/1.1 103 Early Hints\r\nLink: <[\s\S]*\r\n\r\nHTTP\/1.1 200 OK/,
    )
  })
})

describe('streams', () => {
  it('are relayed chunk by chunk, the head before the first of them', async () => {
    let emit: (text: string) => void = () => undefined
    const port = await sandbox.serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      emit = (text) => void response.write(text)
    })
    const client = await world.connect()
    client.send(`GET / HTTP/1.1\r\nHost: ${hostOf(port)}\r\n\r\n`)
    await client.until(/\r\n\r\n/)
    for (const event of ['one', 'two', 'three']) {
      emit(`data: ${event}\n\n`)
      await client.until(new RegExp(`data: ${event}\n\n`))
    }
  })

  it('flow in both directions at once', async () => {
    const port = await sandbox.serve((request, response) => {
      response.flushHeaders()
      request.pipe(response)
    })
    const client = await world.connect()
    client.send(`POST / HTTP/1.1\r\nHost: ${hostOf(port)}\r\nTransfer-Encoding: chunked\r\n\r\n`)
    await client.until(/\r\n\r\n/)
    for (const word of ['alpha', 'omega']) {
      client.send(`5\r\n${word}\r\n`)
      await client.until(new RegExp(word))
    }
    client.send('0\r\n\r\n')
    await client.until(/0\r\n\r\n$/)
  })

  const bytes = 200 * 1024 * 1024
  const block = Buffer.alloc(64 * 1024, 'x')
  async function* blocks() {
    for (let sent = 0; sent < bytes; sent += block.length) yield block
  }
  const digest = (() => {
    const hash = createHash('sha256')
    for (let sent = 0; sent < bytes; sent += block.length) hash.update(block)
    return hash.digest('hex')
  })()

  it('of 200 MB pass in both directions completely, in bounded memory', async () => {
    const port = await sandbox.serve(async (request, response) => {
      if (request.method === 'GET') return void pipeline(blocks, response).catch(() => undefined)
      const hash = createHash('sha256')
      for await (const chunk of request) hash.update(chunk)
      response.end(hash.digest('hex'))
    })
    const up = http.request({
      ...{ host: '127.0.0.1', port: world.proxyPort, method: 'POST', agent: false },
      headers: { ...routing(sandbox, port), 'content-length': bytes },
    })
    const answered = once(up, 'response')
    await pipeline(blocks, up)
    const [upAnswer] = await answered
    expect(Buffer.concat(await upAnswer.toArray()).toString()).toBe(digest)

    const down = http.get({
      ...{ host: '127.0.0.1', port: world.proxyPort, agent: false },
      headers: routing(sandbox, port),
    })
    const [downAnswer] = await once(down, 'response')
    const hash = createHash('sha256')
    for await (const chunk of downAnswer) hash.update(chunk)
    expect(hash.digest('hex')).toBe(digest)
    expect(world.peakMemoryKib()).toBeLessThan(250 * 1024)
  })

  it('wait for a slow reader, in bounded memory', async () => {
    let written = 0
    async function* counted() {
      for await (const each of blocks()) {
        written += each.length
        yield each
      }
    }
    const port = await sandbox.serve((_, response) => void pipeline(counted, response).catch(() => undefined))
    const client = await world.connect()
    client.socket.pause()
    client.send(`GET / HTTP/1.1\r\nHost: ${hostOf(port)}\r\n\r\n`)
    await untilStill(() => written)
    expect(written).toBeLessThan(bytes / 4)
    expect(world.peakMemoryKib()).toBeLessThan(250 * 1024)
    client.socket.resetAndDestroy()
  })
})

describe('HTTP/1.0', () => {
  it('clients get no chunked responses', async () => {
    const port = await sandbox.serve((_, response) => {
      response.writeHead(200, { Trailer: 'X' })
      response.write('in ')
      response.end('chunks')
    })
    const client = await world.connect()
    client.send(`GET / HTTP/1.0\r\nHost: ${hostOf(port)}\r\n\r\n`)
    const { text } = await client.ended()
    expect(text).toMatch(/\r\n\r\nin chunks$/)
    expect(text).not.toMatch(/transfer-encoding|trailer/i)
  })

  it('responses that end with the connection are understood', async () => {
    const port = await sandbox.serveRaw((socket) => {
      socket.once('data', () => socket.end('HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nold'))
    })
    expect((await world.request({ sandbox, port })).body).toBe('old')
  })
})

it('pipelined requests are answered in order', async () => {
  const port = await sandbox.serve((request, response) => response.end(`<${request.url}>`))
  const client = await world.connect()
  const count = 30
  for (let i = 0; i < count; i++) client.send(`GET /${i} HTTP/1.1\r\nHost: ${hostOf(port)}\r\n\r\n`)
  const text = await client.until(/<\/29>/)
  expect([...text.matchAll(/<\/(\d+)>/g)].map((match) => Number(match[1]))).toEqual([...Array(count).keys()])
})

function lines(headers: string[]): string {
  let text = ''
  for (let i = 0; i + 1 < headers.length; i += 2) text += `${headers[i]}: ${headers[i + 1]}\r\n`
  return text
}
