import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type ClientHttp2Session, connect as connectHttp2, type OutgoingHttpHeaders } from 'node:http2'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openProxyWorld, type ProxyWorld, type Sandbox } from './proxy-world.ts'

const domain = 'cay.test'

let control: Server
let world: ProxyWorld
let sandbox: Sandbox
let port: number
let ca: string
/** Where connections to the API came from. */
const sources: string[] = []
const heads: string[] = []

beforeAll(async () => {
  control = createServer((request, response) => response.end(`control: ${request.headers.host}`))
  control.on('connection', ({ remoteAddress = '' }) => sources.push(remoteAddress))
  control.listen(0, '127.0.0.1')
  await once(control, 'listening')
  world = await openProxyWorld({
    CAY_TLS: 'auto',
    CAY_TLS_PORT: '0',
    CAY_DOMAIN: domain,
    CAY_API_PORT: String((control.address() as AddressInfo).port),
  })
  ca = readFileSync(`${world.dataDir}/tls-authority/certificate.pem`, 'utf8')
  sandbox = world.addSandbox()
  port = await sandbox.serve((request, response) => {
    heads.push(`${request.method} ${request.url} ${request.headers.host} HTTP/${request.httpVersion}`)
    request.on('error', () => undefined)
    if (request.url === '/reset') {
      request.socket.resetAndDestroy()
      return
    }
    if (request.url === '/status') response.statusCode = 777
    if (request.url === '/interim') response.writeEarlyHints({ link: '</a>', 'http2-settings': 'x', te: 'x' })
    if (request.url === '/settings') response.setHeader('HTTP2-Settings', 'AAMAAABkAAQAAP__')
    if (request.url === '/trailers') response.writeHead(200, { Trailer: 'Grpc-Status, HTTP2-Settings' })
    if (request.url === '/cookies') response.setHeader('Set-Cookie', ['a=1', 'b=2'])
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    request.on('end', () => {
      if (request.url === '/trailers') response.addTrailers({ 'Grpc-Status': '0', 'HTTP2-Settings': 'x' })
      response.end(`sandbox: ${bytes}`)
    })
  })
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  control.close()
})

const sandboxName = () => `${port}-${sandbox.id}.${domain}`
const tls = (name: string) => ({ host: '127.0.0.1', port: world.tlsPort ?? 0, servername: name, ca })

async function ask(name: string, path = '/', options: https.RequestOptions = {}): Promise<string> {
  const headers = { host: `${name}:${world.tlsPort}` }
  const request = https.request({ ...tls(name), path, agent: false, headers, ...options })
  request.end()
  const [response] = await once(request, 'response')
  let text = ''
  for await (const chunk of response) text += chunk
  return text
}

function openHttp2(name: string, localAddress = '127.0.0.1'): ClientHttp2Session {
  const options = { ...tls(name), localAddress, ALPNProtocols: ['h2', 'http/1.1'] }
  const socket = connectTls(options)
  socket.on('error', () => undefined)
  const session = connectHttp2(`https://${name}`, { createConnection: () => socket })
  session.on('error', () => undefined)
  world.atEnd(() => session.destroy())
  return session
}

async function askHttp2(session: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: Buffer) {
  const stream = session.request(headers, { endStream: body === undefined })
  let trailers = {}
  stream.on('trailers', (given) => {
    trailers = given
  })
  if (body !== undefined) stream.end(body)
  const [answer] = await once(stream, 'response')
  let text = ''
  for await (const chunk of stream) text += chunk
  return { status: answer[':status'], headers: answer, text, trailers }
}

describe('one port and one certificate', () => {
  it('serve the API and every sandbox', async () => {
    expect(await ask(`api.${domain}`)).toBe(`control: api.${domain}:${world.tlsPort}`)
    expect(await ask(sandboxName())).toBe('sandbox: 0')
    expect(heads.at(-1)).toBe(`GET / ${sandboxName()}:${world.tlsPort} HTTP/1.1`)
  })

  it('tell the API its clients apart: each has an address of the loopback', async () => {
    const before = sources.length
    for (const localAddress of ['127.0.0.2', '127.0.0.3', '127.0.0.2', '127.0.0.1'])
      await ask(`api.${domain}`, '/', { localAddress })
    const [one, other, again, local] = sources.slice(before)
    expect(one).toMatch(/^127\.(12[89]|1[3-9]\d|2\d\d)\./)
    expect(again).toBe(one)
    expect(other).not.toBe(one)
    expect(local).toBe('127.0.0.1')
    const session = openHttp2(`api.${domain}`, '127.0.0.2')
    await askHttp2(session, { ':path': '/' })
    expect(sources.at(-1)).toBe(one)
  })

  it('are valid for no other name', async () => {
    await expect(ask('api.elsewhere.test')).rejects.toThrow(/altnames/)
  })

  it('are no bypass: the SNI does not make another host the control API', async () => {
    const headers = { host: `api.${domain}` }
    expect(await ask(sandboxName(), '/', { headers })).toContain('Invalid host')
  })
})

describe('HTTP/2 by ALPN', () => {
  it('forwards to the API and sandboxes on one connection, each by its own host', async () => {
    const session = openHttp2(`api.${domain}`)
    expect((await askHttp2(session, { ':path': '/' })).text).toBe(`control: api.${domain}:443`)
    const own = await askHttp2(session, { ':path': '/two', ':authority': sandboxName() })
    expect(own).toMatchObject({ status: 200, text: 'sandbox: 0' })
    expect(heads.at(-1)).toBe(`GET /two ${sandboxName()} HTTP/1.1`)
  })

  it('forwards large bodies, trailers and each cookie', async () => {
    const session = openHttp2(sandboxName())
    const body = Buffer.alloc(8 * 1024 * 1024, 7)
    const post = { ':method': 'POST', ':path': '/' }
    expect((await askHttp2(session, post, body)).text).toBe(`sandbox: ${body.length}`)
    expect((await askHttp2(session, { ':path': '/trailers' })).trailers).toMatchObject({ 'grpc-status': '0' })
    expect((await askHttp2(session, { ':path': '/cookies' })).headers['set-cookie']).toEqual(['a=1', 'b=2'])
  })

  it('responds as over HTTP/1.1 where there is no sandbox', async () => {
    const session = openHttp2(sandboxName())
    const answer = await askHttp2(session, { ':path': '/', ':authority': `80-unknown.${domain}` })
    expect(answer).toMatchObject({ status: 502, text: expect.stringContaining('was not found') })
  })

  it.each<[string, OutgoingHttpHeaders, number]>([
    ['two hosts', { ':path': '/', host: 'other.test' }, 400],
    ['CONNECT', { ':method': 'CONNECT', ':authority': 'other.test:80' }, 405],
  ])('refuses %s, and the connection stays usable', async (_, headers, status) => {
    const session = openHttp2(sandboxName())
    expect((await askHttp2(session, headers)).status).toBe(status)
    expect((await askHttp2(session, { ':path': '/' })).status).toBe(200)
  })

  it('a client that announces trailers without a chunked body disturbs nobody', async () => {
    const session = openHttp2(sandboxName())
    const get = { ':path': '/', trailer: 'checksum' }
    expect((await askHttp2(session, get)).text).toBe('sandbox: 0')
    const post = { ...get, ':method': 'POST', 'content-length': '1' }
    expect((await askHttp2(session, post, Buffer.from('x'))).text).toBe('sandbox: 1')
  })

  it('a server whose response cannot be represented in HTTP/2 disturbs nobody', async () => {
    const session = openHttp2(sandboxName())
    await expect(askHttp2(session, { ':path': '/status' })).rejects.toMatchObject({
      code: 'ERR_HTTP2_STREAM_ERROR',
    })
    for (const path of ['/interim', '/settings', '/'])
      expect(await askHttp2(session, { ':path': path })).toMatchObject({ status: 200, text: 'sandbox: 0' })
  })

  it('reports a failure of one request as a reset of its stream', async () => {
    const session = openHttp2(sandboxName())
    const answer = await askHttp2(session, { ':path': '/reset' })
    expect(answer.status).toBe(502)
    expect((await askHttp2(session, { ':path': '/' })).status).toBe(200)
  })
})

it('a WebSocket opens', async () => {
  const wsPort = await sandbox.serveWebSockets((socket) => {
    socket.on('message', (text) => socket.send(`echo ${text}`))
  })
  const name = `${wsPort}-${sandbox.id}.${domain}`
  const client = new WebSocket(`wss://${name}/`, { createConnection: () => connectTls(tls(name)) })
  world.atEnd(() => client.terminate())
  await once(client, 'open')
  client.send('there')
  const [answer] = await once(client, 'message')
  expect(String(answer)).toBe('echo there')
})

it('the end of a sandbox resets its requests in flight', async () => {
  const dying = world.addSandbox()
  const stream = await dying.serve((_, response) => response.write('begun'))
  const name = `${stream}-${dying.id}.${domain}`
  const request = https.request({ ...tls(name), agent: false, headers: { host: name } })
  // The answer meets the same error.
  request.on('error', () => undefined)
  request.end()
  const [response] = await once(request, 'response')
  const broken = once(response, 'error')
  response.resume()
  const session = openHttp2(name)
  const second = session.request({ ':path': '/' })
  await once(second, 'response')
  second.resume()
  const reset = once(second, 'error')
  void world.orchestrator.end(dying.id)
  await broken
  await reset
})

it.each([
  ['auto without a domain', { CAY_TLS: 'auto' }],
  ['files without files', { CAY_TLS: 'files', CAY_DOMAIN: domain }],
  ['another word', { CAY_TLS: 'on', CAY_DOMAIN: domain }],
])('%s is an invalid setting', async (_, env) => {
  await expect(openProxyWorld(env)).rejects.toThrow('ended with 78')
})
