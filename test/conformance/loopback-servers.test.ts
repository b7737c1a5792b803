/** Servers that listen only on the sandbox's own loopback, as development servers do, reached through the proxy. */
import type { Sandbox } from 'e2b'
import { beforeAll, expect, inject, test } from 'vitest'
import { WebSocket } from 'ws'
import { Output } from './output.ts'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
const { proxyUrl } = inject('installation')
let sandbox: Sandbox

const server = `
const { createHash } = require('node:crypto')
const server = require('node:http').createServer((request, response) => request.pipe(response))
server.on('upgrade', (request, socket) => {
  const accept = createHash('sha1')
    .update(request.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64')
  socket.write('HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n' +
    'Sec-WebSocket-Accept: ' + accept + '\\r\\n\\r\\n')
  socket.write(Buffer.from([0x81, 2, 0x68, 0x69]))
})
server.listen(Number(process.argv[2]), process.argv[3], () => console.log('listening'))
`

const routing = (port: number) => ({ 'E2b-Sandbox-Id': sandbox.sandboxId, 'E2b-Sandbox-Port': `${port}` })

const post = (port: number, body: string) => fetch(proxyUrl, { method: 'POST', headers: routing(port), body })

async function serve(port: number, address: string) {
  const output = new Output()
  const command = `node loopback.js ${port} ${address}`
  const handle = await sandbox.commands.run(command, {
    background: true,
    timeoutMs: 0,
    onStdout: output.onText,
  })
  await output.has('listening')
  return handle
}

beforeAll(async () => {
  sandbox = await create()
  await sandbox.files.write('loopback.js', server)
})

test.each(['127.0.0.1', 'localhost', '::1', '::', '0.0.0.0'])('one on %s is reached', async (address) => {
  const handle = await serve(3000, address)
  const answer = await post(3000, address)
  expect([answer.status, await answer.text()]).toEqual([200, address])
  await handle.kill()
})

test('a great body passes both ways', async () => {
  const handle = await serve(3000, '127.0.0.1')
  const body = 'x'.repeat(5_000_000)
  expect((await (await post(3000, body)).text()) === body).toBe(true)
  await handle.kill()
})

test('a WebSocket opens, and what the server says first arrives', async () => {
  const handle = await serve(3000, '127.0.0.1')
  const socket = new WebSocket(proxyUrl.replace('http', 'ws'), { headers: routing(3000) })
  const first = await new Promise((resolve, reject) => {
    socket.on('message', (data) => resolve(String(data)))
    socket.on('error', reject)
  })
  expect(first).toBe('hi')
  socket.terminate()
  await handle.kill()
})

test('without a server the port is closed, and the way itself is not open to clients', async () => {
  expect((await post(3001, '')).status).toBe(502)
  const direct = await fetch(`${proxyUrl}/loopback-tcp?port=80`, { headers: routing(49_983) })
  expect(direct.status).toBe(404)
})
