/** Many address ranges as one sorted list without overlaps: a lookup is a binary search. */
import { type AddressRange, addressMax } from './ipv4.ts'

export interface RangeSet {
  readonly firsts: readonly number[]
  readonly lasts: readonly number[]
}

export function compileRanges(ranges: readonly AddressRange[]): RangeSet {
  const firsts: number[] = []
  const lasts: number[] = []
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = lasts.at(-1)
    if (before === undefined || first > before + 1) {
      firsts.push(first)
      lasts.push(last)
    } else if (last > before) lasts[lasts.length - 1] = last
  }
  return { firsts, lasts }
}

export function hasAddress({ firsts, lasts }: RangeSet, address: number): boolean {
  let low = 0
  let high = firsts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((firsts[middle] ?? 0) <= address) low = middle + 1
    else high = middle
  }
  return address <= (lasts[low - 1] ?? -1)
}

export function hasAllAddresses({ firsts, lasts }: RangeSet): boolean {
  return firsts[0] === 0 && lasts[0] === addressMax
}
