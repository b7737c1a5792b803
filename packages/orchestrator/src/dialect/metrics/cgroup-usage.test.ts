import { expect, test } from 'vitest'
import { cpuSecondsV1, cpuSecondsV2, groupMemory, swappableBytes } from './cgroup-usage.ts'

test('under version 1 the memory of a sandbox is used and that of files is cache', () => {
  const stat = 'cache 5\nrss 10\ntotal_cache 76\ntotal_rss 39\ntotal_shmem 68\n'
  expect(groupMemory('120\n', stat)).toEqual({ usedBytes: 112, cacheBytes: 8 })
})

test('under version 2 as well', () => {
  expect(groupMemory('120\n', 'anon 40\nfile 76\nshmem 68\n')).toEqual({ usedBytes: 112, cacheBytes: 8 })
})

test('memory that went to swap is still used by its sandbox, under both', () => {
  const v1 = 'total_cache 8\ntotal_shmem 0\ntotal_swap 40\n'
  expect(groupMemory('20\n', v1)).toEqual({ usedBytes: 52, cacheBytes: 8 })
  expect(groupMemory('20\n', 'file 8\nshmem 0\n', '40\n')).toEqual({ usedBytes: 52, cacheBytes: 8 })
})

test('a page that came back from swap and keeps its place there is counted once', () => {
  const stat = 'file 8\nshmem 0\nswapcached 15\n'
  expect(groupMemory('20\n', stat, '40\n')).toEqual({ usedBytes: 37, cacheBytes: 8 })
})

test('what can swap are the pages that no file holds', () => {
  expect(swappableBytes('inactive_anon 1\ntotal_inactive_anon 30\ntotal_active_anon 12\n')).toBe(42)
  expect(swappableBytes('inactive_anon 30\nactive_anon 12\ninactive_file 7\n')).toBe(42)
})

test('processor time is in seconds under both', () => {
  expect(cpuSecondsV1('1500000000\n')).toBe(1.5)
  expect(cpuSecondsV2('usage_usec 2500000\nuser_usec 1\nsystem_usec 2\n')).toBe(2.5)
})
