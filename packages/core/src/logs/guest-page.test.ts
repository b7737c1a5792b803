import fc from 'fast-check'
import { expect, it } from 'vitest'
import { logLevels } from './entry.ts'
import { guestPageBounds, parseGuestPage } from './guest-page.ts'

const page = {
  entries: [{ atMs: 1, level: 'info', message: 'x', fields: { logger: 'process', pid: '7' } }],
  cursor: 'a.1',
  hasMore: false,
  lostCount: 0,
}

it('what the daemon says is understood', () => {
  expect(parseGuestPage(JSON.parse(JSON.stringify(page)))).toEqual(page)
})

it.each([
  null,
  [],
  {},
  { ...page, entries: {} },
  { ...page, cursor: 5 },
  { ...page, cursor: 'x'.repeat(guestPageBounds.cursorLengthMax + 1) },
])('%j is no page', (value) => expect(parseGuestPage(value)).toBeUndefined())

it.each([
  { atMs: -1 },
  { atMs: 1.5 },
  { atMs: '1' },
  { level: 'loud' },
  { level: 'constructor' },
  { message: 1 },
  { fields: [] },
  { fields: null },
])('an entry with %j is left out', (part) => {
  const broken = { ...page, entries: [{ ...page.entries[0], ...part }, page.entries[0]] }
  expect(parseGuestPage(broken)?.entries).toEqual(page.entries)
})

it.each([
  ['process', 'process'],
  ['guest.my-app', 'guest.my-app'],
  ['sandbox', 'guest'],
  ['processes', 'guest'],
  [5, 'guest'],
])('a line of %j is one of %s', (given, logger) => {
  const entry = { ...page.entries[0], fields: { logger: given } }
  expect(parseGuestPage({ ...page, entries: [entry] })?.entries[0]?.fields).toEqual({ logger })
})

it('whatever comes, what is made of it is within bounds', () => {
  const anything = fc.record({
    entries: fc.array(
      fc.oneof(
        fc.jsonValue(),
        fc.record({
          atMs: fc.oneof(fc.integer(), fc.double(), fc.string()),
          level: fc.oneof(fc.constantFrom(...logLevels), fc.string()),
          message: fc.oneof(fc.string(), fc.jsonValue()),
          fields: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue()),
        }),
      ),
    ),
    cursor: fc.string(),
    hasMore: fc.jsonValue(),
    lostCount: fc.oneof(fc.integer(), fc.double()),
  })
  fc.assert(
    fc.property(anything, (value) => {
      const parsed = parseGuestPage(value)
      if (parsed === undefined) return
      expect(parsed.lostCount).toBeGreaterThanOrEqual(0)
      for (const { atMs, level, message, fields } of parsed.entries) {
        expect(Number.isSafeInteger(atMs) && atMs >= 0).toBe(true)
        expect(logLevels).toContain(level)
        expect(typeof message).toBe('string')
        expect(Object.values(fields).every((text) => typeof text === 'string')).toBe(true)
      }
    }),
  )
})
