import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ExpiringSet } from './expiring-set.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a member expires after its time, and lives again when it is added again', () => {
  const names = new ExpiringSet({ sizeMax: 10, ms: 1000 })
  names.add('a')
  vi.advanceTimersByTime(999)
  expect(names.has('a')).toBe(true)
  vi.advanceTimersByTime(1)
  expect(names.has('a')).toBe(false)
  names.add('a')
  expect(names.has('a')).toBe(true)
})

it('the oldest member is evicted when the set is full', () => {
  const names = new ExpiringSet({ sizeMax: 2, ms: 1000 })
  for (const name of ['a', 'b', 'c']) names.add(name)
  expect(['a', 'b', 'c'].map((name) => names.has(name))).toEqual([false, true, true])
})
