import { headers, nodePaths } from '@cay/contract/names.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnDaemon, startOwnDaemon } from '../../testing/own-daemon.ts'

const controlToken = 'of the node'
let daemon: OwnDaemon

beforeAll(async () => {
  daemon = await startOwnDaemon()
  await fetch(`${daemon.url}/init`, { method: 'POST', body: JSON.stringify({ controlToken }) })
})
afterAll(() => daemon[Symbol.asyncDispose]())

const trim = (given: Record<string, string>) =>
  fetch(`${daemon.url}${nodePaths.trimMemory}`, { method: 'POST', headers: given })

test('the garbage of a daemon that was used is given back when the node asks for it', async () => {
  // The garbage is larger than the young generation, so that no other collection frees it at once.
  let garbage: unknown = Array.from({ length: 500_000 }, () => ({}))
  expect(garbage).toBeDefined()
  garbage = undefined
  const before = process.memoryUsage().heapTotal
  expect((await trim({ [headers.controlToken]: controlToken })).status).toBe(204)
  expect(before - process.memoryUsage().heapTotal).toBeGreaterThan(10 * 2 ** 20)
})

test('nobody but the node can have memory trimmed', async () => {
  expect((await trim({})).status).toBe(401)
})
