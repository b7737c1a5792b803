import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countFailure, restartDelayMs, restartPace } from './restart-pace.ts'

test('the wait doubles from 200 ms and stays at 10 s', () => {
  const delays = [1, 2, 3, 6, 7, 50].map((failures) => restartDelayMs(failures, restartPace))
  expect(delays).toEqual([200, 400, 800, 6400, 10_000, 10_000])
})

test('the wait is bounded, however often a service fails', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1 }), (failures) => {
      const delayMs = restartDelayMs(failures, restartPace)
      expect(delayMs).toBeGreaterThanOrEqual(restartPace.delayMsMin)
      expect(delayMs).toBeLessThanOrEqual(restartPace.delayMsMax)
    }),
  )
})

test('a service that ran well for a while starts again as if it had never failed', () => {
  expect(countFailure(9, restartPace.stableAfterMs, restartPace)).toBe(1)
  expect(countFailure(9, restartPace.stableAfterMs - 1, restartPace)).toBe(10)
})
