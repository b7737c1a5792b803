import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodePageCursor, directions, encodePageCursor } from './page-cursor.ts'

it('a cursor leads back to its place', () => {
  const cursor = fc.record({ direction: fc.constantFrom(...directions), number: fc.maxSafeNat() })
  fc.assert(
    fc.property(cursor, (place) => {
      const text = encodePageCursor(place)
      expect(decodePageCursor(text, undefined)).toEqual(place)
      expect(decodePageCursor(text, place.direction)).toEqual(place)
    }),
  )
})

it.each(['', 'x1', 'f', 'f-1', 'fzzzzzzzzzzz', 'f1 ', 'b1B', 'F1'])('%j is no cursor', (text) => {
  expect(() => decodePageCursor(text, undefined)).toThrow('none of this log')
})

it('a cursor of one direction does not serve the other', () => {
  expect(() => decodePageCursor('f1', 'backward')).toThrow('other direction')
})
