import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRanges } from './byte-range.ts'

test.each([
  ['bytes=0-4', [{ first: 0, last: 4 }]],
  ['bytes=5-', [{ first: 5, last: 9 }]],
  ['bytes=-3', [{ first: 7, last: 9 }]],
  ['bytes=0-100', [{ first: 0, last: 9 }]],
  [
    'bytes=0-0, 2-3',
    [
      { first: 0, last: 0 },
      { first: 2, last: 3 },
    ],
  ],
  ['bytes=0-0,50-', [{ first: 0, last: 0 }]],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=4-2', 'unsatisfiable'],
  ['bytes=x', 'unsatisfiable'],
  ['lines=1-2', 'whole'],
  [undefined, 'whole'],
  ['bytes=0-9,0-9', 'whole'],
])('%j of ten bytes', (header, ranges) => {
  expect(parseRanges(header, 10)).toEqual(ranges)
})

test('every range lies within the file', () => {
  const item = fc.tuple(fc.option(fc.nat(50)), fc.option(fc.nat(50)))
  fc.assert(
    fc.property(fc.array(item, { minLength: 1 }), fc.nat(40), (items, size) => {
      const header = `bytes=${items.map(([first, last]) => `${first ?? ''}-${last ?? ''}`).join(',')}`
      const ranges = parseRanges(header, size)
      if (typeof ranges === 'string') return
      for (const { first, last } of ranges) expect(0 <= first && first <= last && last < size).toBe(true)
    }),
  )
})
