import { expect, test } from 'vitest'
import { cpuSecondsV1, cpuSecondsV2, groupMemory } from './cgroup-usage.ts'

test('under version 1 the memory of a sandbox is used and that of files is cache', () => {
  const stat = 'cache 5\nrss 10\ntotal_cache 76\ntotal_rss 39\ntotal_shmem 68\n'
  expect(groupMemory('120\n', stat)).toEqual({ usedBytes: 112, cacheBytes: 8 })
})

test('under version 2 as well', () => {
  expect(groupMemory('120\n', 'anon 40\nfile 76\nshmem 68\n')).toEqual({ usedBytes: 112, cacheBytes: 8 })
})

test('processor time is in seconds under both', () => {
  expect(cpuSecondsV1('1500000000\n')).toBe(1.5)
  expect(cpuSecondsV2('usage_usec 2500000\nuser_usec 1\nsystem_usec 2\n')).toBe(2.5)
})
