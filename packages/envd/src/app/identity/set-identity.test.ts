import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OwnDaemon, startOwnDaemon } from '../../testing/own-daemon.ts'

let daemon: OwnDaemon
beforeEach(async () => {
  daemon = await startOwnDaemon()
})
afterEach(async () => {
  await daemon[Symbol.asyncDispose]()
})

async function become(identity: object): Promise<void> {
  const answer = await fetch(`${daemon.url}/init`, { method: 'POST', body: JSON.stringify(identity) })
  expect(answer.status).toBe(204)
}

test('programs are shown the processors of the sandbox, and again whenever it may have been restored', async () => {
  await become({ timestampMs: 1 })
  expect(daemon.shownProcessors).toEqual([])
  await become({ timestampMs: 2, resources: { cpuCount: 1, memoryMb: 512, diskSizeMb: 1024 } })
  expect(daemon.shownProcessors).toEqual([1])
  await become({ timestampMs: 3 })
  expect(daemon.shownProcessors).toEqual([1, 1])
})

test('an older identity limits no processors', async () => {
  await become({ timestampMs: 2 })
  await become({ timestampMs: 1, resources: { cpuCount: 1, memoryMb: 512, diskSizeMb: 1024 } })
  expect(daemon.shownProcessors).toEqual([])
})
