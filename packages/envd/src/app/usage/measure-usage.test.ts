import { expect, test } from 'vitest'
import { createSandboxState } from '../identity/sandbox-state.ts'
import { UsageMeter } from './measure-usage.ts'

function world() {
  const at = { ms: 0, cpuSeconds: 10, waited: 0 }
  const state = createSandboxState()
  const meter = new UsageMeter({
    state,
    nowMs: () => at.ms,
    wait: async (ms) => {
      at.ms += ms
      at.waited += ms
    },
    usage: {
      cpuCount: () => 4,
      cpuSeconds: () => at.cpuSeconds,
      memory: () => ({ totalBytes: 3, usedBytes: 2, cacheBytes: 1 }),
      disk: () => ({ totalBytes: 2 ** 63, usedBytes: 7 }),
    },
  })
  return { at, state, meter }
}

test('the processors are measured since the last call, the first time for a moment', async () => {
  const { at, meter } = world()
  expect((await meter.measure()).cpuPercent).toBe(0)
  expect(at.waited).toBe(100)
  at.ms += 10_000
  at.cpuSeconds += 12.3456
  expect((await meter.measure()).cpuPercent).toBe(30.86)
  expect(at.waited).toBe(100)
})

test('concurrent callers share one measurement', async () => {
  const { at, meter } = world()
  const answers = await Promise.all(Array.from({ length: 100 }, () => meter.measure()))
  expect(at.waited).toBe(100)
  expect(new Set(answers).size).toBe(1)
})

test('time that is lost or counted late stays within 0 and 100', async () => {
  const { at, meter } = world()
  await meter.measure()
  at.ms += 1000
  at.cpuSeconds -= 5
  expect((await meter.measure()).cpuPercent).toBe(0)
  at.ms += 1000
  at.cpuSeconds += 50
  expect((await meter.measure()).cpuPercent).toBe(100)
})

test('processors and disk are as large as the node says', async () => {
  const { meter, state } = world()
  expect(await meter.measure()).toMatchObject({ cpuCount: 4, disk: { totalBytes: 2 ** 63, usedBytes: 7 } })
  state.identity = { ...state.identity, resources: { cpuCount: 2, memoryMb: 512, diskSizeMb: 3 } }
  expect(await meter.measure()).toMatchObject({
    cpuCount: 2,
    disk: { totalBytes: 3 * 2 ** 20, usedBytes: 7 },
    memory: { totalBytes: 3, usedBytes: 2, cacheBytes: 1 },
  })
})
