/** What opens the control API does not get into a sandbox, in whatever header a client sends it and however it asks. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openProxyWorld, type ProxyWorld, type Sandbox } from './proxy-world.ts'

const domain = 'cay.example'
const key = `e2b_${'0123456789'.repeat(4)}`
const adminToken = `cay_admin_${'0123456789abcdef'.repeat(4)}`
const inBase64 = Buffer.from(`user:${key}`).toString('base64')

const issuer = 'https://login.example/realms/main'
const jwt = (claims: object) =>
  [{ alg: 'RS256' }, claims, 'signature']
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
const userToken = jwt({ iss: issuer, sub: 'u-1', aud: 'cay' })
const volumeToken = jwt({ iss: 'cay', volid: 'v', voltype: 'cay' })
const foreignToken = jwt({ iss: 'https://app.example', sub: 'u-1' })

const headers = {
  'x-api-key': key,
  authorization: `Basic ${inBase64}`,
  'x-session': `{"token":"sk_${key}"}`,
  'x-operator': adminToken,
  'x-admin-token': 'anything',
  cookie: `theme=dark; session=${key}; user=${userToken}; cay_sign_in=c; lang=en`,
  'x-user': `Bearer ${userToken}`,
  'x-volume': volumeToken,
  'x-access-token': 'own-access-token',
  'x-app': `Bearer ${foreignToken}`,
  'x-own': 'stays',
}
const trailers = { 'x-late': key, 'x-late-user': userToken, 'x-sum': '7' }

let world: ProxyWorld
let sandbox: Sandbox
let port: number
/** All that came into the sandbox. */
let received = ''

beforeAll(async () => {
  world = await openProxyWorld({
    CAY_OIDC_ISSUER: issuer,
    ...{ CAY_TLS: 'auto', CAY_TLS_PORT: '0', CAY_DOMAIN: domain, CAY_API_PORT: '1' },
  })
  sandbox = world.addSandbox()
  port = await sandbox.serveRaw(answer)
  await sandbox.serveRaw(answer, 49983)
})
beforeEach(() => {
  received = ''
})
afterAll(() => world[Symbol.asyncDispose]())

function answer(socket: Socket): void {
  let text = ''
  socket.on('data', (chunk) => {
    received += chunk
    text += chunk
    const [head = ''] = text.split('\r\n\r\n')
    const isUpgrade = /^upgrade: websocket/im.test(head)
    const isWhole = /transfer-encoding: chunked/i.test(head) ? /\r\n0\r\n/.test(text) : text !== head
    if (isUpgrade) socket.write('HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
    else if (isWhole) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok')
  })
}

function onlyInnocentThingsCame(): void {
  for (const secret of [key, adminToken, inBase64, 'anything', userToken, volumeToken, 'cay_sign_in'])
    expect(received).not.toContain(secret)
  expect(received).toMatch(/^x-own: stays\r$/im)
  expect(received).toMatch(/^x-access-token: own-access-token\r$/im)
  expect(received).toContain(`: Bearer ${foreignToken}\r`)
  expect(received).toMatch(/^cookie: theme=dark; lang=en\r$/im)
}

const options = (to = port) => ({
  host: '127.0.0.1',
  port: world.proxyPort,
  headers: { ...headers, host: `${to}-${sandbox.id}.localhost` },
  agent: false,
})

it.each([
  ['a server', () => port, '/'],
  ['the daemon', () => 49983, '/files?path=a'],
])('over HTTP/1.1 to %s, trailers included', async (_, to, path) => {
  const request = http.request({ ...options(to()), path, method: 'POST' })
  request.write('body')
  request.addTrailers(trailers)
  request.end()
  await once(request, 'response')
  onlyInnocentThingsCame()
  expect(received).toContain('x-sum: 7')
})

it('over a WebSocket, in its subprotocol too', async () => {
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-protocol': `bearer, ${key}` }
  const request = http.request({ ...options(), headers: { ...options().headers, ...upgrade } })
  request.end()
  const [, socket] = await once(request, 'upgrade')
  socket.destroy()
  onlyInnocentThingsCame()
})

it('in a stream of envd', async () => {
  const type = { 'content-type': 'application/connect+json' }
  const asked = options(49983)
  const request = http.request({
    ...{ ...asked, path: '/process.Process/Start', method: 'POST' },
    headers: { ...asked.headers, ...type },
  })
  request.end(Buffer.from([0, 0, 0, 0, 2, ...Buffer.from('{}')]))
  await once(request, 'response')
  onlyInnocentThingsCame()
})

it('over HTTP/2, trailers included', async () => {
  const name = `${port}-${sandbox.id}.${domain}`
  const ca = readFileSync(`${world.dataDir}/tls-authority/certificate.pem`, 'utf8')
  const tls = { host: '127.0.0.1', port: world.tlsPort ?? 0, servername: name, ca, ALPNProtocols: ['h2'] }
  const session = connectHttp2(`https://${name}`, { createConnection: () => connectTls(tls) })
  const stream = session.request({ ...headers, ':method': 'POST', ':path': '/' }, { waitForTrailers: true })
  stream.once('wantTrailers', () => stream.sendTrailers(trailers))
  stream.end('body')
  await once(stream, 'response')
  session.destroy()
  onlyInnocentThingsCame()
  expect(received).toContain('x-sum: 7')
})

it("a user's token as the caller's own authorization", async () => {
  const request = http.request({
    ...options(),
    headers: { ...options().headers, authorization: `Bearer ${userToken}` },
  })
  request.end()
  await once(request, 'response')
  onlyInnocentThingsCame()
  expect(received).not.toMatch(/^authorization:/im)
})

it('similar text passes, in a URL as well', async () => {
  const own = { authorization: 'Bearer of-the-guests-own', 'x-digest': '0123456789abcdef'.repeat(4) }
  const request = http.request({
    ...options(),
    path: `/?key=${key}`,
    headers: { ...options().headers, ...own },
  })
  request.end()
  await once(request, 'response')
  expect(received).toContain(`GET /?key=${key} HTTP/1.1`)
  expect(received).toMatch(/^authorization: Bearer of-the-guests-own\r$/im)
  expect(received).toMatch(/^x-digest: [0-9a-f]{64}\r$/im)
})
