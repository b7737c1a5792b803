import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBrakeOn, pollAfterMs, sumPending } from './disk-brake.ts'

const mb = 1024 * 1024

test('writes are refused from the reserve on, and allowed again when there is some room above it', () => {
  expect(isBrakeOn(0, false)).toBe(false)
  expect(isBrakeOn(-1, false)).toBe(true)
  expect(isBrakeOn(63 * mb, true)).toBe(true)
  expect(isBrakeOn(64 * mb, true)).toBe(false)
})

test('less room never leads from refusing to allowing, or to later looks', () => {
  const room = fc.integer({ min: -(2 ** 45), max: 2 ** 45 })
  fc.assert(
    fc.property(room, room, fc.boolean(), (one, other, wasOn) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)]
      expect(isBrakeOn(more, wasOn) && !isBrakeOn(less, wasOn)).toBe(false)
      expect(pollAfterMs(less)).toBeLessThanOrEqual(pollAfterMs(more))
    }),
  )
})

test('what files have and images have not yet is pending, and holes of one volume fill those of no other', () => {
  expect(sumPending([])).toBe(0)
  const volumes = [
    { usedBytes: 10, allocatedBytes: 4 },
    { usedBytes: 3, allocatedBytes: 9 },
    { usedBytes: 5, allocatedBytes: 5 },
  ]
  expect(sumPending(volumes)).toBe(6)
})
