import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventRing } from './event-ring.ts'

const ring = (bytesMax: number) => new EventRing<string>(bytesMax, (event) => event.length)

test('a reader gets exactly what came after the number it has', () => {
  const events = ring(100)
  for (const event of ['a', 'b', 'c']) events.push(event)
  expect(events.since(1)).toEqual({
    lostCount: 0,
    events: [
      { number: 2, event: 'b' },
      { number: 3, event: 'c' },
    ],
  })
  expect(events.since(3)).toEqual({ lostCount: 0, events: [] })
})

test('a reader that comes too late is told how much it has lost', () => {
  const events = ring(2)
  for (const event of ['a', 'b', 'c']) events.push(event)
  expect(events.since(0)).toMatchObject({ lostCount: 1, events: [{ number: 2 }, { number: 3 }] })
  expect(events.since(1).lostCount).toBe(0)
  events.forget()
  expect(events.since(1)).toEqual({ lostCount: 2, events: [] })
})

test('after a number that was never given there is nothing', () => {
  expect(ring(10).since(1)).toEqual({ lostCount: 0, events: [] })
})

test('what is kept is the newest part without a gap and within the bound', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 20 })), fc.integer({ min: 0, max: 50 }), (all, bytesMax) => {
      const events = ring(bytesMax)
      for (const event of all) events.push(event)
      const { lostCount, events: kept } = events.since(0)
      expect(lostCount + kept.length).toBe(all.length)
      expect(kept.map(({ event }) => event)).toEqual(all.slice(lostCount))
      expect(kept.reduce((sum, { event }) => sum + event.length, 0)).toBeLessThanOrEqual(bytesMax)
    }),
  )
})
