import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { listenLocally } from './listen-locally.ts'

test('a service that connected at the moment in which the socket of another one appeared was refused', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cay-listen-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const path = join(directory, 'rpc.sock')
  const listening = listenLocally(path, (_, response) => void response.end())
  while (!existsSync(path)) await nextTurn()
  expect(statSync(path).mode & 0o777).toBe(0o660)
  const server = await listening
  server.close()
})

/** Longer than an HTTP server of Node keeps an idle connection unless it is told otherwise. */
const stallMs = 6500

test('a request that came while the service stood still is answered afterwards', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cay-listen-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const path = join(directory, 'rpc.sock')
  const server = await listenLocally(path, (_, response) => void response.end('answer'))
  const agent = new Agent({ keepAlive: true, maxSockets: 1, timeout: 60_000 })
  onTestFinished(() => {
    agent.destroy()
    server.close()
  })
  const ask = () => {
    const sent = request({ socketPath: path, agent, method: 'POST' })
    const flushed = new Promise<void>((resolve) => void sent.end('question', resolve))
    return { flushed, answer: once(sent, 'response').then(([response]) => textOf(response)) }
  }
  expect(await ask().answer).toBe('answer')
  const { flushed, answer } = ask()
  await flushed
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stallMs)
  expect(await answer).toBe('answer')
})

async function textOf(response: IncomingMessage): Promise<string> {
  return (await response.toArray()).join('')
}
