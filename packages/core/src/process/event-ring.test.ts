import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventRing } from './event-ring.ts'

const ring = (bytesMax: number) => new EventRing<string>(bytesMax, (event) => event.length)

test('a reader gets exactly what came after the number it has', () => {
  const events = ring(100)
  for (const event of ['a', 'b', 'c']) events.push(event)
  expect(events.after(1)).toEqual([
    { number: 2, event: 'b' },
    { number: 3, event: 'c' },
  ])
  expect(events.after(3)).toEqual([])
})

test('a reader that comes too late is told so instead of missing events', () => {
  const events = ring(2)
  for (const event of ['a', 'b', 'c']) events.push(event)
  expect(events.after(0)).toBeUndefined()
  expect(events.after(1)).toHaveLength(2)
})

test('a number that was never given is refused', () => {
  expect(ring(10).after(1)).toBeUndefined()
})

test('what is kept is the newest part without a gap and within the bound', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 20 })), fc.integer({ min: 0, max: 50 }), (all, bytesMax) => {
      const events = ring(bytesMax)
      for (const event of all) events.push(event)
      const first = all.findIndex((_, index) => events.after(index) !== undefined)
      const kept = events.after(first < 0 ? all.length : first) ?? []
      expect(kept.map(({ event }) => event)).toEqual(first < 0 ? [] : all.slice(first))
      expect(kept.reduce((sum, { event }) => sum + event.length, 0)).toBeLessThanOrEqual(bytesMax)
    }),
  )
})
