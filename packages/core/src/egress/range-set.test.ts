import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addressMax } from './ipv4.ts'
import { compileRanges, hasAddress, hasAllAddresses } from './range-set.ts'

// Few distinct numbers, so that ranges touch and overlap; the bounds of the address space are among them.
const number = fc.oneof(
  fc.integer({ min: 0, max: 60 }),
  fc.integer({ min: addressMax - 20, max: addressMax }),
)
const range = fc.tuple(number, number).map(([a, b]) => ({ first: Math.min(a, b), last: Math.max(a, b) }))

it('has exactly the addresses of its ranges', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 20 }), number, (ranges, asked) => {
      const set = compileRanges(ranges)
      expect(hasAddress(set, asked)).toBe(ranges.some(({ first, last }) => first <= asked && asked <= last))
    }),
  )
})

it('is sorted and has gaps between its ranges', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 20 }), (ranges) => {
      const { firsts, lasts } = compileRanges(ranges)
      for (let i = 1; i < firsts.length; i++) expect((lasts[i - 1] ?? 0) + 1).toBeLessThan(firsts[i] ?? 0)
    }),
  )
})

it('knows that two halves are everything', () => {
  expect(
    hasAllAddresses(
      compileRanges([
        { first: 0, last: 2 ** 31 - 1 },
        { first: 2 ** 31, last: addressMax },
      ]),
    ),
  ).toBe(true)
  expect(hasAllAddresses(compileRanges([{ first: 1, last: addressMax }]))).toBe(false)
  expect(hasAllAddresses(compileRanges([]))).toBe(false)
})
