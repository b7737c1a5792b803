import fc from 'fast-check'
import { expect, test } from 'vitest'
import { StreamPosition } from './stream-position.ts'

test('frames are events from the first on, and those that stand for lost ones skip them', () => {
  const position = new StreamPosition(10)
  for (const number of [11, 12, 20, 21]) position.sent(number)
  expect([0, 1, 2, 3, 4].map((frames) => position.lastOf(frames))).toEqual([10, 11, 12, 20, 21])
})

test('a receiver cannot have more than was sent', () => {
  const position = new StreamPosition(0)
  position.sent(1)
  expect(position.lastOf(99)).toBe(1)
})

test('whatever is skipped, each receiver has what was sent up to its frame', () => {
  fc.assert(
    fc.property(fc.nat(100), fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 50 }), (last, steps) => {
      const position = new StreamPosition(last)
      const numbers = [last]
      for (const step of steps) {
        numbers.push((numbers.at(-1) ?? 0) + step)
        position.sent(numbers.at(-1) ?? 0)
      }
      expect(numbers.map((_, frames) => position.lastOf(frames))).toEqual(numbers)
    }),
  )
})
