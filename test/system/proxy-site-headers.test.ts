/** On every way that a response takes to a client, it acts on the host of its sandbox alone. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http, { type IncomingHttpHeaders } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HopWorld, openHopWorld } from './hop-world.ts'
import { routing, type Sandbox } from './proxy-world.ts'

const domain = 'cay.example'
/** As a server sends them, and what is left. */
const wide = [
  'Set-Cookie: a=1; Domain=.cay.example; Path=/',
  'SET-COOKIE: b=2;domain=\xffexample; Domain=cay.example;Secure',
  'set-cookie: c=3',
  'Clear-Site-Data: "cookies", "storage"',
]
const limited = { 'set-cookie': ['a=1; Path=/', 'b=2;Secure', 'c=3'], 'clear-site-data': '"storage"' }

let world: HopWorld
let sandbox: Sandbox
let port: number

beforeAll(async () => {
  world = await openHopWorld({ CAY_TLS: 'auto', CAY_TLS_PORT: '0', CAY_DOMAIN: domain, CAY_API_PORT: '1' })
  sandbox = world.addSandbox()
  const answers: Readonly<Record<string, string>> = {
    '/length': `200 OK\r\n${wide.join('\r\n')}\r\nContent-Length: 2\r\n\r\nok`,
    '/empty': `204 No Content\r\n${wide.join('\r\n')}\r\n\r\n`,
    '/chunked': `200 OK\r\n${wide.join('\r\n')}\r\nTransfer-Encoding: chunked\r\nTrailer: Set-Cookie\r\n\r\n2\r\nok\r\n0\r\n${wide.join('\r\n')}\r\nX-Sum: 7\r\n\r\n`,
    '/close': `200 OK\r\n${wide.join('\r\n')}\r\n\r\nok`,
    '/redirect': `302 Found\r\n${wide.join('\r\n')}\r\nLocation: /\r\nContent-Length: 0\r\n\r\n`,
    '/early': `103 Early Hints\r\n${wide.join('\r\n')}\r\n\r\nHTTP/1.1 200 OK\r\n${wide.join('\r\n')}\r\nContent-Length: 2\r\n\r\nok`,
    '/upgrade': `101 Switching Protocols\r\n${wide.join('\r\n')}\r\nConnection: Upgrade\r\nUpgrade: own\r\n\r\n`,
    '/process.Process/Start': `200 OK\r\n${wide.join('\r\n')}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  }
  const serve = (to?: number) =>
    sandbox.serveRaw((socket) => {
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1')
        const path = /^\w+ (\S+) /.exec(text)?.[1] ?? ''
        if (!text.includes('\r\n\r\n')) return
        const answer = Buffer.from(`HTTP/1.1 ${answers[path]}`, 'latin1')
        if (path === '/upgrade') socket.write(answer)
        else socket.end(answer)
      })
    }, to)
  port = await serve()
  await serve(49983)
})

afterAll(() => world[Symbol.asyncDispose]())

const hostOf = (to = port) => `${to}-${sandbox.id}.${domain}`

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly trailers: NodeJS.Dict<string>
  readonly early: IncomingHttpHeaders[]
}

async function receive(options: http.RequestOptions & { body?: Buffer }): Promise<Received> {
  const { body, ...request } = options
  const sent = http.request({ host: '127.0.0.1', agent: false, ...request })
  const early: IncomingHttpHeaders[] = []
  sent.on('information', ({ headers }) => early.push(headers))
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [http.IncomingMessage]
  response.resume()
  await once(response, 'end')
  return { headers: response.headers, trailers: response.trailers, early }
}

describe.each([
  ['from its node', () => world.owner],
  ['from another node', () => world.edge],
])('a response %s', (_, node) => {
  it.each(['/length', '/empty', '/chunked', '/close', '/redirect', '/early'])('%s', async (path) => {
    for (const method of ['GET', 'POST', 'HEAD']) {
      const { headers, trailers, early } = await receive({
        ...{ port: node().proxyPort, path, method, headers: { host: hostOf() } },
      })
      expect(headers).toMatchObject(limited)
      for (const hints of early) expect(hints).toMatchObject(limited)
      expect(early).toHaveLength(path === '/early' ? 1 : 0)
      expect(trailers).toEqual(path === '/chunked' && method !== 'HEAD' ? { 'x-sum': '7' } : {})
    }
  })

  it('that switches protocols', async () => {
    const sent = http.request({
      ...{ host: '127.0.0.1', port: node().proxyPort, path: '/upgrade' },
      headers: { host: hostOf(), connection: 'Upgrade', upgrade: 'own' },
    })
    sent.end()
    const [response, socket] = await once(sent, 'upgrade')
    socket.destroy()
    expect(response.headers).toMatchObject(limited)
  })

  it('of what poses as the daemon, to a stream', async () => {
    const { headers } = await receive({
      ...{ port: node().proxyPort, path: '/process.Process/Start', method: 'POST' },
      headers: { host: hostOf(49983), 'content-type': 'application/connect+json' },
      body: Buffer.from([0, 0, 0, 0, 2, ...Buffer.from('{}')]),
    })
    expect(headers).toMatchObject(limited)
  })

  it('over HTTP/2', async () => {
    const ca = readFileSync(`${node().dataDir}/tls-authority/certificate.pem`, 'utf8')
    const tls = {
      host: '127.0.0.1',
      port: node().tlsPort ?? 0,
      servername: hostOf(),
      ca,
      ALPNProtocols: ['h2'],
    }
    const session = connectHttp2(`https://${hostOf()}`, { createConnection: () => connectTls(tls) })
    for (const path of ['/length', '/chunked', '/early']) {
      const stream = session.request({ ':path': path })
      const early: IncomingHttpHeaders[] = []
      let trailers: IncomingHttpHeaders = {}
      stream.on('headers', (headers) => early.push(headers))
      stream.on('trailers', (headers) => {
        trailers = headers
      })
      stream.end()
      const [headers] = await once(stream, 'response')
      stream.resume()
      await once(stream, 'end')
      expect(headers).toMatchObject(limited)
      for (const hints of early) expect(hints).toMatchObject(limited)
      expect(Object.keys(trailers)).not.toContain('set-cookie')
    }
    session.destroy()
  })

  it('to a page on a host that all sandboxes share has none of them, to a program as from its own host', async () => {
    const to = { port: node().proxyPort, path: '/length' }
    const headers = { host: '127.0.0.1', ...routing(sandbox, port) }
    expect((await receive({ ...to, headers })).headers).toMatchObject(limited)
    const toPage = await receive({ ...to, headers: { ...headers, origin: `http://${hostOf()}` } })
    expect(Object.keys(toPage.headers)).toEqual(['content-length', 'connection'])
  })
})
