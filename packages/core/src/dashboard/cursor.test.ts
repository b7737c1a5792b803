import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from './cursor.ts'

const anyCursor = fc.record({
  atMs: fc.integer({ min: 0, max: 253_402_300_799_999 }),
  id: fc.stringMatching(/^[a-z0-9._-]{1,128}$/),
})

test('a cursor is read as it was written, in a list with one order and in one with several', () => {
  fc.assert(
    fc.property(anyCursor, fc.constantFrom(undefined, 'name_asc', 'latest_desc'), (cursor, sort) => {
      const sorted = { ...cursor, ...(sort === undefined ? {} : { sort }) }
      expect(decodeCursor(encodeCursor(sorted), sort)).toEqual(sorted)
    }),
  )
})

test.each([
  ['', undefined],
  ['2026-01-01T00:00:00.000Z', undefined],
  ['yesterday|x', undefined],
  ['2026-01-01T00:00:00.000Z|x|y', undefined],
  ["2026-01-01T00:00:00.000Z|' or 1", undefined],
  ['2026-01-01T00:00:00.000Z|x', 'name_asc'],
  ['name_desc|2026-01-01T00:00:00.000Z|x', 'name_asc'],
  ['name_asc|2026-01-01T00:00:00.000Z|', 'name_asc'],
])('%j is no cursor of the order %j', (text, sort) => {
  expect(() => decodeCursor(text, sort)).toThrow('Invalid cursor')
})

test('whatever the text, it is a cursor or it is refused', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        decodeCursor(text)
      } catch (error) {
        expect(error).toMatchObject({ code: 'request_invalid' })
      }
    }),
  )
})
