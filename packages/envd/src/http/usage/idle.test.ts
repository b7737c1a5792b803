import { headers } from '@cay/contract/names.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processClient } from '../../testing/clients.ts'
import { type OwnDaemon, startOwnDaemon } from '../../testing/own-daemon.ts'

const controlToken = 'of the node'
let daemon: OwnDaemon

beforeAll(async () => {
  daemon = await startOwnDaemon()
  await fetch(`${daemon.url}/init`, { method: 'POST', body: JSON.stringify({ controlToken }) })
})
afterAll(() => daemon[Symbol.asyncDispose]())

const ask = () => fetch(`${daemon.url}/idle`, { headers: { [headers.controlToken]: controlToken } })
const requests = async () => ((await (await ask()).json()) as { requests: number }).requests

test('a stream counts until its caller leaves, the question itself does not', async () => {
  expect(await requests()).toBe(0)
  const left = new AbortController()
  const stream = processClient(daemon.url).start(
    { process: { cmd: 'sleep', args: ['60'] } },
    { signal: left.signal },
  )
  const events = stream[Symbol.asyncIterator]()
  const pid = Number((await events.next()).value?.event?.event.value?.pid)
  expect(await requests()).toBe(1)
  left.abort()
  await events.next().catch(() => undefined)
  await expect.poll(requests).toBe(0)
  process.kill(pid, 'SIGKILL')
})

test('nobody but the node is answered', async () => {
  expect((await fetch(`${daemon.url}/idle`)).status).toBe(401)
  expect((await fetch(`${daemon.url}/idle`, { method: 'POST' })).status).toBe(405)
})
