import fc from 'fast-check'
import { expect, test } from 'vitest'
import { StreamPosition } from './stream-position.ts'

test('frames are events from the first on, and those that stand for lost ones skip them', () => {
  const position = new StreamPosition(10)
  for (const number of [11, 12, 20, 21]) position.sent(number)
  expect([0, 1, 2, 3, 4].map((frames) => position.lastOf(frames))).toEqual([10, 11, 12, 20, 21])
})

test('a start and a keepalive bring a receiver no further', () => {
  const position = new StreamPosition(10)
  for (const number of [undefined, 11, undefined, undefined, 12]) position.sent(number)
  expect([0, 1, 2, 3, 4, 5].map((frames) => position.lastOf(frames))).toEqual([10, 10, 11, 11, 11, 12])
})

test('a receiver cannot have more than was sent', () => {
  const position = new StreamPosition(0)
  position.sent(1)
  expect(position.lastOf(99)).toBe(1)
})

test('of a receiver who is too far back it is not known what it has', () => {
  const position = new StreamPosition(0)
  for (let i = 0; i < 70; i++) position.sent()
  expect([position.lastOf(3), position.goBackTo(3), position.frames]).toEqual([undefined, undefined, 70])
  expect(position.lastOf(69)).toBe(0)
})

test('whatever is sent, gone back to and sent again, each receiver has what was sent up to its frame', () => {
  const step = fc.record({
    ahead: fc.constantFrom(0, 1, 1, 1, 5),
    back: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 5 }),
  })
  fc.assert(
    fc.property(fc.nat(100), fc.array(step, { maxLength: 50 }), (last, steps) => {
      const position = new StreamPosition(last)
      let numbers = [last]
      for (const { ahead, back } of steps) {
        numbers.push((numbers.at(-1) ?? 0) + ahead)
        position.sent(numbers.at(-1))
        if (back === null) continue
        const frames = Math.round(back * (numbers.length - 1))
        expect(position.goBackTo(frames)).toBe(numbers[frames])
        numbers = numbers.slice(0, frames + 1)
      }
      expect(numbers.map((_, frames) => position.lastOf(frames))).toEqual(numbers)
    }),
  )
})
