import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventRing } from './event-ring.ts'
import { RingBudget } from './ring-budget.ts'

const ring = (bytesMax: number, budget = new RingBudget(Number.POSITIVE_INFINITY)) =>
  new EventRing<string>({ bytesMax, bytesOf: (event) => event.length, budget })

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

test('events are numbered also while nothing is kept', () => {
  const events = ring(10)
  events.push('a')
  events.setKeeping(false)
  events.push('b')
  expect(events.since(0)).toEqual({ lostCount: 2, events: [] })
  events.setKeeping(true)
  events.push('c')
  expect(events.since(1)).toEqual({ lostCount: 1, events: [{ number: 3, event: 'c' }] })
})

test('rings together stay within their budget, and the fullest gives way', () => {
  const budget = new RingBudget(10)
  const [small, large] = [ring(100, budget), ring(100, budget)]
  small.push('aa')
  for (const event of ['bbb', 'ccc', 'ddd']) large.push(event)
  expect([small.bytes, large.bytes, budget.bytes]).toEqual([2, 6, 8])
  expect(large.since(0).lostCount).toBe(1)
})

test('whatever is pushed, dropped and forgotten, a budget knows what its rings hold', () => {
  const step = fc.record({
    ring: fc.nat(2),
    what: fc.constantFrom('push', 'push', 'push', 'forget', 'drop'),
    text: fc.string({ maxLength: 20 }),
  })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const budget = new RingBudget(60)
      const rings = [ring(30, budget), ring(30, budget), ring(5, budget)]
      for (const { ring: index, what, text } of steps) {
        if (what === 'push') rings[index]?.push(text)
        if (what === 'forget') rings[index]?.forget()
        if (what === 'drop') rings[index]?.dropOldest()
        expect(budget.bytes).toBe(rings.reduce((sum, { bytes }) => sum + bytes, 0))
        expect(budget.bytes).toBeLessThanOrEqual(60)
      }
    }),
  )
})

test('the most recent events within a number of bytes are known by the number before them', () => {
  const events = ring(100)
  for (const event of ['aaaa', 'bb', 'cc']) events.push(event)
  expect([8, 7, 4, 3, 2, 1].map((bytes) => events.beforeRecent(bytes))).toEqual([0, 1, 1, 2, 2, 3])
  expect(ring(10).beforeRecent(5)).toBe(0)
})
