/** Ctrl-C while the API takes requests and does not answer them. */
import { once } from 'node:events'
import http, { type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { privateHome, startCay } from '../support/cay-command.ts'

vi.setConfig({ testTimeout: 300_000 })

const id = `i${'0'.repeat(20)}`
const isSilent: RequestListener = () => undefined

/** Answers what the listener answers. */
async function startServer(listener: RequestListener) {
  const server = http.createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** When the request has come. */
    async received(isMeant: (request: IncomingMessage) => boolean = () => true) {
      await new Promise<void>((resolve) => {
        server.on('request', (request) => {
          if (isMeant(request)) resolve()
        })
      })
    },
  }
}

/** An API with one sandbox, which does not answer requests with this method or path. */
function apiWithout(isUnanswered: (request: IncomingMessage) => boolean): RequestListener {
  return (request, response) => {
    if (isUnanswered(request)) return
    const isCreate = request.method === 'POST' && request.url === '/v2/sandboxes'
    response.writeHead(isCreate ? 201 : 200).end(JSON.stringify({ sandboxID: id, state: 'running' }))
  }
}

async function start(args: readonly string[], apiUrl: string) {
  const env = { E2B_API_KEY: 'e2b_00', E2B_API_URL: apiUrl, E2B_SANDBOX_URL: apiUrl }
  const child = startCay(args, { ...(await privateHome()), ...env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let stderr = ''
  child.stderr.on('data', (bytes) => {
    stderr += String(bytes)
  })
  return {
    interrupt: () => child.kill('SIGINT'),
    said: (line: RegExp) => expect.poll(() => stderr, { timeout: 100_000 }).toMatch(line),
    /** As a shell has it. */
    async ended() {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      return { exitCode: child.signalCode === 'SIGINT' ? 130 : child.exitCode, stderr }
    },
  }
}

test('`cay sandbox port-forward` ignored Ctrl-C while the API did not answer', async () => {
  const api = await startServer(isSilent)
  for (const args of [
    ['port-forward', id, '0:80'],
    ['logs', '-f', id],
    ['exec', id, 'true'],
    ['cp', `${id}:a`, '-'],
    ['create', 'base'],
  ]) {
    const received = api.received()
    const cay = await start(['sandbox', ...args], api.url)
    await received
    cay.interrupt()
    expect({ args, ...(await cay.ended()) }).toEqual({ args, exitCode: 130, stderr: '' })
  }
})

test('Ctrl-C ended `cay run` only when the API had answered, however often it came', async () => {
  const isCreate = ({ method }: IncomingMessage) => method === 'POST'
  const api = await startServer(apiWithout(isCreate))
  const received = api.received(isCreate)
  const cay = await start(['run', '--rm', 'base', '--', 'true'], api.url)
  await received
  cay.interrupt()
  await cay.said(/another Ctrl-C does not wait/)
  cay.interrupt()
  expect(await cay.ended()).toEqual({
    exitCode: 130,
    stderr: expect.stringMatching(/^Waiting for the API.*\nWarning: the API has not answered\. .*\n$/),
  })
})
