import { expect, test } from 'vitest'
import { afterCheck, causeOfDeath, causeOfUnseenDeath, noKills } from './cause-of-death.ts'

test('a sandbox that dies without a process of it having been ended for want of memory has crashed', () => {
  expect(causeOfDeath(afterCheck(noKills, 0, 1000), 1000)).toBe('crashed')
})

test('a sandbox that dies with such a process, or soon after it, is out of memory', () => {
  const kills = afterCheck(noKills, 1, 1000)
  expect(causeOfDeath(kills, 1000)).toBe('out_of_memory')
  expect(causeOfDeath(afterCheck(kills, 1, 31_000), 31_000)).toBe('out_of_memory')
})

test('a process that was ended long before says nothing about the death', () => {
  const kills = afterCheck(afterCheck(noKills, 1, 1000), 1, 31_001)
  expect(causeOfDeath(kills, 31_001)).toBe('crashed')
  expect(causeOfDeath(afterCheck(kills, 2, 31_001), 31_001)).toBe('out_of_memory')
})

test.each([
  [{ startedAtMs: 5, bootedAtMs: 6, memoryKills: 0 }, 'node_gone'],
  [{ startedAtMs: 5, bootedAtMs: 6, memoryKills: 2 }, 'node_gone'],
  [{ startedAtMs: 6, bootedAtMs: 6, memoryKills: 0 }, 'crashed'],
  [{ startedAtMs: 6, bootedAtMs: 5, memoryKills: 1 }, 'out_of_memory'],
] as const)('what is found dead as %o is %s', (remnant, reason) => {
  expect(causeOfUnseenDeath(remnant)).toBe(reason)
})
