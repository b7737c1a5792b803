import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Activity, byMinute, greatest, teamSeries } from './team.ts'

/** As the store adds a change to the row of its second. */
function addChange(
  row: Activity | undefined,
  change: { readonly atS: number; readonly running: number; readonly isStart: boolean },
): Activity {
  const { atS, running, isStart } = change
  return {
    atS,
    runningMax: Math.max(running, row?.runningMax ?? 0),
    runningLast: running,
    starts: (row?.starts ?? 0) + (isStart ? 1 : 0),
  }
}

const anyChanges = fc
  .array(fc.record({ gapS: fc.nat(200), isStart: fc.boolean() }), { maxLength: 60 })
  .map((all) => {
    const rows: Activity[] = []
    let [atS, running, most, starts] = [1000, 0, 0, 0]
    for (const { gapS, isStart } of all) {
      atS += gapS
      running = isStart ? running + 1 : Math.max(0, running - 1)
      most = Math.max(most, running)
      starts += isStart ? 1 : 0
      const before = rows.at(-1)?.atS === atS ? rows.pop() : undefined
      rows.push(addChange(before, { atS, running, isStart }))
    }
    return { rows, most, starts, lastS: atS, running }
  })

it('the greatest number at once, and every start, are in the points, also when rows have become minutes', () => {
  fc.assert(
    fc.property(anyChanges, ({ rows, most, starts, lastS }) => {
      for (const kept of [rows, byMinute(rows)]) {
        const points = teamSeries({ runningBefore: 0, rows: kept }, { startMs: 900_000, endMs: lastS * 1000 })
        const stepS = points.length > 1 ? ((points[1]?.atMs ?? 0) - (points[0]?.atMs ?? 0)) / 1000 : 5
        expect(greatest(points, 'running')?.running ?? 0).toBe(most)
        expect(points.reduce((all, { startRate }) => all + startRate * stepS, 0)).toBeCloseTo(starts, 6)
      }
    }),
  )
})

it('between two changes what ran goes on to run', () => {
  const rows = [{ atS: 1010, runningMax: 3, runningLast: 2, starts: 1 }]
  const points = teamSeries({ runningBefore: 1, rows }, { startMs: 1_000_000, endMs: 1_020_000 })
  expect(points.map(({ running }) => running)).toEqual([1, 1, 3, 2, 2])
  expect(points.map(({ startRate }) => startRate)).toEqual([0, 0, 0.2, 0, 0])
})

it('before anything is known there are no points', () => {
  const rows = [{ atS: 1010, runningMax: 1, runningLast: 1, starts: 1 }]
  const range = { startMs: 1_000_000, endMs: 1_014_000 }
  expect(teamSeries({ runningBefore: undefined, rows }, range)).toEqual([
    { atMs: 1_010_000, running: 1, startRate: 0.2 },
  ])
  expect(teamSeries({ runningBefore: undefined, rows: [] }, range)).toEqual([])
})

it('of equal points the first is the greatest', () => {
  const point = (atMs: number) => ({ atMs, running: 1, startRate: 0 })
  expect(greatest([point(1), point(2)], 'running')?.atMs).toBe(1)
  expect(greatest([], 'running')).toBeUndefined()
})
