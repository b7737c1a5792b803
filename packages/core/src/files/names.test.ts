import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareNames } from './names.ts'

test('names are ordered as their UTF-8 bytes are', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      expect(Math.sign(compareNames(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
    }),
  )
})
