/** Servers that users start in the sandbox, reached through the proxy. */
import { type IncomingMessage, request } from 'node:http'
import type { Sandbox } from 'e2b'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { WebSocket } from 'ws'
import { Output } from './output.ts'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
const { apiKey, proxyUrl, sandboxDomain } = inject('installation')
let sandbox: Sandbox

/** Says in its output when it listens, so nobody has to try. */
const pythonServer = `
import http.server, functools
handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory='/home/user/www')
server = http.server.ThreadingHTTPServer(('0.0.0.0', 8000), handler)
print('listening', flush=True)
server.serve_forever()
`

/** /count streams a line for each line of its input; an upgrade is a WebSocket that sends back what it is sent. */
const nodeServer = `
const { createHash } = require('node:crypto')
const server = require('node:http').createServer((request, response) => {
  if (request.url === '/echo') return request.pipe(response)
  if (request.url === '/about') return response.end(JSON.stringify(request.headers))
  response.write('first\\n')
  process.stdin.once('data', () => response.end('second\\n'))
})
server.on('upgrade', (request, socket) => {
  const accept = createHash('sha1')
    .update(request.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64')
  socket.write('HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n' +
    'Sec-WebSocket-Accept: ' + accept + '\\r\\n\\r\\n')
  socket.on('data', (frame) => {
    if ((frame[0] & 15) === 8) return socket.end(Buffer.from([0x88, 0]))
    const mask = frame.subarray(2, 6)
    const text = frame.subarray(6).map((byte, n) => byte ^ mask[n % 4])
    socket.write(Buffer.concat([Buffer.from([0x81, text.length]), text]))
  })
})
server.listen(Number(process.argv[2]), process.argv[3], () => console.log('listening'))
`

const routing = (port: number) => ({ 'E2b-Sandbox-Id': sandbox.sandboxId, 'E2b-Sandbox-Port': `${port}` })

const byHeaders = (port: number, path = '/', init: RequestInit = {}) =>
  fetch(`${proxyUrl}${path}`, { ...init, headers: { ...routing(port), ...init.headers } })

/** As a browser asks for it: by the name in Host alone. Names below localhost are not in every machine's resolver. */
async function byHost(port: number, path = '/', headers: Record<string, string> = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request(
      `${proxyUrl}${path}`,
      { headers: { Host: sandbox.getHost(port), ...headers } },
      resolve,
    )
    asked.on('error', reject).end()
  })
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return { status: response.statusCode, headers: response.headers, text }
}

async function serve(command: string) {
  const output = new Output()
  const handle = await sandbox.commands.run(command, {
    background: true,
    stdin: true,
    timeoutMs: 0,
    onStdout: output.onText,
  })
  await output.has('listening')
  return handle
}

beforeAll(async () => {
  sandbox = await create()
  await sandbox.files.write([
    { path: 'www/hello.txt', data: 'hello from the sandbox' },
    { path: 'server.py', data: pythonServer },
    { path: 'server.js', data: nodeServer },
  ])
})

describe('a server on port 8000', () => {
  beforeAll(async () => {
    await serve('python3 server.py')
  })

  test('is reached with the routing headers', async () => {
    const response = await byHeaders(8000, '/hello.txt')
    expect(response.status).toBe(200)
    expect(response.headers.get('server')).toContain('SimpleHTTP')
    expect(await response.text()).toBe('hello from the sandbox')
  })

  test('is reached by the name that holds port and sandbox', async () => {
    expect(await byHost(8000, '/hello.txt')).toMatchObject({ status: 200, text: 'hello from the sandbox' })
  })

  test('has the name that the client gives', () => {
    expect(sandbox.getHost(8000)).toBe(`8000-${sandbox.sandboxId}.${sandboxDomain}`)
  })

  test('answers its own errors itself', async () => {
    expect((await byHeaders(8000, '/not-there')).status).toBe(404)
  })

  test('takes many requests at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, async () => (await byHeaders(8000, '/hello.txt')).text()),
    )
    expect(new Set(answers)).toEqual(new Set(['hello from the sandbox']))
  })
})

describe('a server of Node', () => {
  test('streams its answer as it writes it', async () => {
    const server = await serve('node server.js 8001 0.0.0.0')
    const response = await byHeaders(8001, '/count')
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect(await reader?.read()).toEqual({ done: false, value: 'first\n' })
    await server.sendStdin('go\n')
    expect(await reader?.read()).toEqual({ done: false, value: 'second\n' })
    expect((await reader?.read())?.done).toBe(true)
    await server.kill()
  })

  test('gets a body of 5 MB and sends it back', async () => {
    const server = await serve('node server.js 8001 0.0.0.0')
    const body = 'x'.repeat(5_000_000)
    const response = await byHeaders(8001, '/echo', { method: 'POST', body })
    expect((await response.text()) === body).toBe(true)
    await server.kill()
  })

  test("sees the name it was asked by and the caller's headers, but never a key of the service", async () => {
    const server = await serve('node server.js 8001 0.0.0.0')
    const { text } = await byHost(8001, '/about', { 'X-API-Key': apiKey, 'X-Mine': 'kept' })
    const headers = JSON.parse(text) as Record<string, string>
    expect(headers.host).toBe(sandbox.getHost(8001))
    expect(headers['x-mine']).toBe('kept')
    expect(text).not.toContain(apiKey)
    await server.kill()
  })

  test('speaks WebSocket with the outside, by headers and by name', async () => {
    const server = await serve('node server.js 8003 0.0.0.0')
    for (const headers of [routing(8003), { Host: sandbox.getHost(8003) }]) {
      const socket = new WebSocket(proxyUrl.replace('http', 'ws'), { headers })
      const answer = new Promise((resolve, reject) => {
        socket.on('message', (data) => resolve(String(data))).on('error', reject)
      })
      socket.on('open', () => socket.send('both ways ☕'))
      expect(await answer).toBe('both ways ☕')
      const closed = new Promise((resolve) => socket.on('close', resolve))
      socket.close()
      await closed
    }
    await server.kill()
  })
})

describe('what cannot be reached', () => {
  test('a port on which nothing listens says so', async () => {
    const expected = {
      sandboxId: sandbox.sandboxId,
      message: 'The sandbox is running but port is not open',
      port: 8999,
      code: 502,
    }
    const response = await byHeaders(8999)
    expect(response.status).toBe(502)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.json()).toEqual(expected)
    const named = await byHost(8999)
    expect({ status: named.status, body: JSON.parse(named.text) }).toEqual({ status: 502, body: expected })
  })

  test('a browser gets a page instead', async () => {
    const browser = { 'User-Agent': 'Mozilla/5.0', Accept: 'text/html' }
    const { status, headers, text } = await byHost(8999, '/', browser)
    expect({ status, type: headers['content-type'] }).toEqual({
      status: 502,
      type: 'text/html; charset=utf-8',
    })
    expect(text).toMatch(/^<html[\s\S]*<\/html>$/)
    expect(text).toContain('no service running on port')
    expect(text).toContain(sandbox.sandboxId)
  })

  test('a sandbox that does not exist says so', async () => {
    const id = 'i00000000000000000000'
    const response = await fetch(proxyUrl, { headers: { 'E2b-Sandbox-Id': id, 'E2b-Sandbox-Port': '8000' } })
    expect(response.status).toBe(502)
    expect(await response.json()).toEqual({ sandboxId: id, message: 'The sandbox was not found', code: 502 })
  })

  test('the paths that belong to the service are refused', async () => {
    const response = await byHeaders(49983, '/init', { method: 'POST', body: '{}' })
    expect(response.status).toBe(404)
    const body = (await response.json()) as Record<string, unknown>
    expect(body).toMatchObject({ code: 404, path: '/init' })
    expect(body.message).toContain('reserved for the E2B control plane')
  })
})
