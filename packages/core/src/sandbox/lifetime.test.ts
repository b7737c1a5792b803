import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  checkCreateTimeout,
  checkTimeout,
  exactEnd,
  extendedEnd,
  isOver,
  type Life,
  refreshedEnd,
} from './lifetime.ts'

const anyLife: fc.Arbitrary<Life> = fc
  .record({
    runsSinceMs: fc.nat(1e9),
    lengthMs: fc.nat(3_600_000),
    maxHours: fc.integer({ min: 1, max: 48 }),
  })
  .map(({ runsSinceMs, lengthMs, maxHours }) => ({ runsSinceMs, endAtMs: runsSinceMs + lengthMs, maxHours }))
const anySeconds = fc.nat(200_000)

test('an extension never shortens a life', () => {
  fc.assert(
    fc.property(anyLife, fc.nat(1e9), anySeconds, (life, nowMs, seconds) => {
      expect(extendedEnd(life, nowMs, seconds)).toBeGreaterThanOrEqual(life.endAtMs)
      expect(refreshedEnd(life, nowMs, seconds)).toBeGreaterThanOrEqual(life.endAtMs)
    }),
  )
})

test('no life is longer than the longest', () => {
  fc.assert(
    fc.property(anyLife, fc.nat(1e9), anySeconds, (life, nowMs, seconds) => {
      const last = life.runsSinceMs + life.maxHours * 3_600_000
      expect(exactEnd(life, nowMs, seconds)).toBeLessThanOrEqual(last)
      expect(extendedEnd(life, nowMs, seconds)).toBeLessThanOrEqual(Math.max(last, life.endAtMs))
    }),
  )
})

const life = { runsSinceMs: 1000, endAtMs: 61_000, maxHours: 1 }

test('a timeout sets the end exactly, also to an earlier one', () => {
  expect(exactEnd(life, 2000, 10)).toBe(12_000)
  expect(exactEnd(life, 2000, 0)).toBe(2000)
})

test('a refresh without a duration, or with a short one, is one of 15 seconds', () => {
  expect(refreshedEnd(life, 60_000, undefined)).toBe(75_000)
  expect(refreshedEnd(life, 60_000, 3)).toBe(75_000)
  expect(refreshedEnd(life, 60_000, 20)).toBe(80_000)
})

test('a timeout may be the longest life and not a second more', () => {
  expect(() => checkTimeout(3600, 1)).not.toThrow()
  expect(() => checkTimeout(3601, 1)).toThrow('timeout cannot exceed 1 hours (3600 seconds)')
})

test('a sandbox is not created with nothing to live', () => {
  expect(() => checkTimeout(0, 1)).not.toThrow()
  expect(() => checkCreateTimeout(0, 1)).toThrow('timeout must be greater than 0 seconds')
})

test('at its end a sandbox that is to be killed is over, one that is to be paused is not', () => {
  const at = (onTimeout: 'kill' | 'pause', state: 'running' | 'paused') =>
    isOver({ state, endAtMs: 10, lifecycle: { onTimeout } }, 10)
  expect(at('kill', 'running')).toBe(true)
  expect(at('pause', 'running')).toBe(false)
  expect(at('kill', 'paused')).toBe(false)
})
