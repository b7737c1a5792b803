import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsInSight } from './rows-in-sight.ts'

test('every row in sight is drawn, and few others', () => {
  const sights = fc.record({
    top: fc.nat(200_000),
    height: fc.nat(3000),
    rowHeight: fc.integer({ min: 20, max: 100 }),
    count: fc.nat(5000),
  })
  fc.assert(
    fc.property(sights, (sight) => {
      const { first, end } = rowsInSight(sight)
      const seen = (row: number) =>
        row < sight.count &&
        (row + 1) * sight.rowHeight > sight.top &&
        row * sight.rowHeight < sight.top + sight.height
      expect(0 <= first && first <= end && end <= sight.count).toBe(true)
      if (first > 0) expect(seen(first - 1)).toBe(false)
      if (end < sight.count) expect(seen(end)).toBe(false)
      expect(end - first).toBeLessThanOrEqual(sight.height / sight.rowHeight + 18)
    }),
  )
})
