/** Traffic brings a paused sandbox back, where its lifecycle says so and the credential fits. */
import { once } from 'node:events'
import type { Sandbox, SandboxOpts } from 'e2b'
import { describe, expect, inject, test } from 'vitest'
import { WebSocket } from 'ws'
import { Output } from './output.ts'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
const { proxyUrl } = inject('installation')
const daemonPort = 49983
const port = 8000
const lifecycle: SandboxOpts['lifecycle'] = { onTimeout: 'pause', autoResume: true }

const stateOf = async (sandbox: Sandbox) => (await sandbox.getInfo()).state
const routing = (sandbox: Sandbox, to = port) => ({
  'E2b-Sandbox-Id': sandbox.sandboxId,
  'E2b-Sandbox-Port': `${to}`,
})

/** Answers with the method, the path and the body; an upgrade is a WebSocket that says hello. */
const server = `
const { createHash } = require('node:crypto')
const server = require('node:http').createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => { body += chunk })
  request.on('end', () => response.end(request.method + ' ' + request.url + ' ' + body))
})
server.on('upgrade', (request, socket) => {
  const accept = createHash('sha1')
    .update(request.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64')
  socket.write('HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n' +
    'Sec-WebSocket-Accept: ' + accept + '\\r\\n\\r\\n')
  socket.write(Buffer.concat([Buffer.from([0x81, 5]), Buffer.from('hello')]))
})
server.listen(${port}, '0.0.0.0', () => console.log('listening'))
`

async function serve(sandbox: Sandbox): Promise<void> {
  const output = new Output()
  await sandbox.files.write('/tmp/server.js', server)
  await sandbox.commands.run('node /tmp/server.js', {
    background: true,
    timeoutMs: 0,
    onStdout: output.onText,
  })
  await output.has('listening')
}

describe('a paused sandbox that traffic brings back', () => {
  test.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])('by a %s, which gets its answer', async (method) => {
    const sandbox = await create({ lifecycle })
    await serve(sandbox)
    await sandbox.pause()
    const init = { method, headers: routing(sandbox), ...(method === 'GET' ? {} : { body: 'body' }) }
    const answer = await fetch(`${proxyUrl}/path`, init)
    expect([answer.status, await answer.text()]).toEqual([
      200,
      `${method} /path ${method === 'GET' ? '' : 'body'}`,
    ])
    await expect.poll(() => stateOf(sandbox)).toBe('running')
  })

  test('by a WebSocket', async () => {
    const sandbox = await create({ lifecycle })
    await serve(sandbox)
    await sandbox.pause()
    const socket = new WebSocket(proxyUrl.replace('http', 'ws'), { headers: routing(sandbox) })
    expect(String((await once(socket, 'message'))[0])).toBe('hello')
    socket.terminate()
  })

  test('by a call of its daemon', async () => {
    const sandbox = await create({ lifecycle })
    await sandbox.pause()
    expect((await sandbox.commands.run('echo back')).stdout).toBe('back\n')
    await sandbox.pause()
    await sandbox.files.write('/tmp/note', 'text')
    await expect.poll(() => stateOf(sandbox)).toBe('running')
  })

  test('by fifty requests at once: they join one resume, and each gets its answer', async () => {
    const sandbox = await create({ lifecycle })
    await serve(sandbox)
    await sandbox.pause()
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const answer = await fetch(`${proxyUrl}/${index}`, { headers: routing(sandbox) })
        return answer.text()
      }),
    )
    expect(answers).toEqual(answers.map((_, index) => `GET /${index} `))
  })

  test('stays so: it is paused at its end again, and brought back again', async () => {
    const sandbox = await create({ lifecycle })
    await serve(sandbox)
    for (let round = 0; round < 3; round++) {
      await sandbox.pause()
      const answer = await fetch(`${proxyUrl}/${round}`, { headers: routing(sandbox) })
      expect(await answer.text()).toBe(`GET /${round} `)
      const info = await sandbox.getInfo()
      expect(info.lifecycle).toMatchObject({ onTimeout: 'pause', autoResume: true })
      const leftMs = async () => (await sandbox.getInfo()).endAt.getTime() - Date.now()
      await expect.poll(leftMs).toBeGreaterThan(200_000)
    }
  })

  test('is not brought back without the token of its daemon', async () => {
    const sandbox = await create({ lifecycle, secure: true })
    await sandbox.pause()
    const health = (headers = {}) =>
      fetch(`${proxyUrl}/health`, { headers: { ...routing(sandbox, daemonPort), ...headers } })
    const denied = await health()
    expect(denied.status).toBe(403)
    expect(await denied.json()).toMatchObject({ sandboxId: sandbox.sandboxId, code: 403 })
    const signed = await fetch(await sandbox.downloadUrl('/etc/hostname'), {
      headers: routing(sandbox, daemonPort),
    })
    expect(signed.status).toBe(403)
    expect(await stateOf(sandbox)).toBe('paused')
    expect(await sandbox.isRunning()).toBe(true)
    await expect.poll(() => stateOf(sandbox)).toBe('running')
  })
})

describe('a paused sandbox is not found', () => {
  test.each<[string, SandboxOpts['lifecycle']]>([
    ['where its lifecycle says nothing', undefined],
    ['where it is paused at its end and no more', { onTimeout: 'pause' }],
  ])('%s', async (_, wanted) => {
    const sandbox = await create(wanted === undefined ? {} : { lifecycle: wanted })
    await sandbox.pause()
    const answer = await fetch(proxyUrl, { headers: routing(sandbox) })
    expect(answer.status).toBe(502)
    expect(await answer.json()).toMatchObject({ message: 'The sandbox was not found' })
    expect(await sandbox.isRunning()).toBe(false)
    expect(await stateOf(sandbox)).toBe('paused')
  })
})
