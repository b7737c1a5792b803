import { expect, test } from 'vitest'
import { cameMax, type Trail, type TrailPage, withNewest, withOlder } from './event-trail.ts'

interface Event {
  readonly id: string
}

/** Events have the numbers of their order. */
const page = (newest: number, oldest: number, nextToken?: string): TrailPage<Event> => ({
  events: Array.from({ length: newest - oldest + 1 }, (_, index) => ({ id: String(newest - index) })),
  nextToken,
})
const ends = ({ events, nextToken }: Trail<Event>) => [
  events[0]?.id,
  events.at(-1)?.id,
  events.length,
  nextToken,
]
const read = withOlder(withNewest(undefined, page(200, 101, 'after 101')), page(100, 1, 'after 1'))

test('is the newest page until older ones are read', () => {
  const first = withNewest(undefined, page(100, 1, 'after 1'))
  expect(ends(withNewest(first, page(150, 51, 'after 51')))).toEqual(['150', '51', 100, 'after 51'])
})

test('keeps events that slid out of the newest page since older ones were read', () => {
  const slid = [250, 300, 350].reduce((trail, newest) => withNewest(trail, page(newest, newest - 99)), read)
  expect(ends(slid)).toEqual(['350', '1', 350, 'after 1'])
  expect(slid.events).toEqual(page(350, 1).events)
})

test('the audit log had a silent hole when more events than a page has came at once', () => {
  expect(ends(withNewest(read, page(350, 251, 'after 251')))).toEqual(['350', '251', 100, 'after 251'])
})

test('does not grow for good while nobody looks at its end', () => {
  let trail = read
  for (let newest = 250; newest <= 200 + 5 * cameMax; newest += 50) {
    trail = withNewest(trail, page(newest, newest - 99))
    expect(trail.events.length).toBeLessThanOrEqual(200 + cameMax)
  }
})

test('an empty page changes nothing', () => {
  expect(ends(withOlder(withNewest(undefined, page(0, 1)), page(0, 1)))).toEqual([
    undefined,
    undefined,
    0,
    undefined,
  ])
})
