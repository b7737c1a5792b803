import { expect, it } from 'vitest'
import { bounds } from '../../bounds.ts'
import { QueryRateLimiter } from './query-rate-limiter.ts'

function takeAll(budget: QueryRateLimiter, atMs: number): number {
  let taken = 0
  while (budget.take(atMs)) taken += 1
  return taken
}

it('gives a burst, and then so many per second, never more than a burst', () => {
  const budget = new QueryRateLimiter()
  expect(takeAll(budget, 1_000_000)).toBe(bounds.queriesBurst)
  expect(takeAll(budget, 1_000_500)).toBe(bounds.queriesPerSecond / 2)
  expect(takeAll(budget, 9_000_000)).toBe(bounds.queriesBurst)
})

it('an answer of many bytes counts as many questions, a usual one as none', () => {
  const budget = new QueryRateLimiter()
  budget.charge(200)
  expect(takeAll(budget, 1_000_000)).toBe(bounds.queriesBurst)
  budget.charge(16 * 1024)
  expect(takeAll(budget, 1_000_320)).toBe(0)
  expect(takeAll(budget, 1_001_320)).toBe(bounds.queriesPerSecond)
})

it('a clock that is set back earns nothing and takes nothing away for good', () => {
  const budget = new QueryRateLimiter()
  takeAll(budget, 1_000_000)
  expect(takeAll(budget, 500_000)).toBe(0)
  expect(takeAll(budget, 501_000)).toBe(bounds.queriesPerSecond)
})
