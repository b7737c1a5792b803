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
      expect(end - first).toBeLessThanOrEqual(sight.height / sight.rowHeight + 26)
    }),
  )
})

test('a scroll by less than a group of rows mostly changes nothing', () => {
  const at = (top: number) => JSON.stringify(rowsInSight({ top, height: 600, rowHeight: 44, count: 1000 }))
  const seen = Array.from({ length: 300 }, (_, frame) => at(frame * 60))
  expect(new Set(seen).size).toBeLessThan(300 / 2)
})
