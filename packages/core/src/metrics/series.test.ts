import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Point, readRange, thin } from './series.ts'
import { stepMsOf } from './step.ts'

const hourMs = 3_600_000

it.each([
  [0, 5],
  [hourMs - 1, 5],
  [hourMs, 30],
  [6 * hourMs, 60],
  [12 * hourMs, 120],
  [24 * hourMs, 300],
  [7 * 24 * hourMs - 1, 300],
  [7 * 24 * hourMs, 900],
])('points of a range of %i ms are %i s apart', (rangeMs, seconds) => {
  expect(stepMsOf(rangeMs)).toBe(seconds * 1000)
})

const point = (atMs: number, value: number, samples = 1): Point => ({
  atMs,
  samples,
  cpuUsedPercent: value,
  memoryUsedBytes: value,
  memoryCacheBytes: value,
  diskUsedBytes: value,
  sentRate: value,
  receivedRate: value,
})

const anySeries = fc
  .array(fc.record({ gapMs: fc.integer({ min: 1, max: 2 * hourMs }), value: fc.nat(100) }), { maxLength: 60 })
  .map((all) => {
    let atMs = 0
    return all.map(({ gapMs, value }) => {
      atMs += gapMs
      return point(atMs, value)
    })
  })

const sum = (points: readonly Point[]) =>
  points.reduce((total, { cpuUsedPercent, samples }) => total + cpuUsedPercent * samples, 0)

it('points of one step become their mean, at the instant of the last', () => {
  const points = [point(0, 10), point(10_000, 20, 3), point(29_999, 40), point(30_000, 5)]
  expect(readRange(points, { startMs: 0, endMs: hourMs })).toEqual([point(29_999, 22, 5), point(30_000, 5)])
})

it('what lies outside of the range is not there, what lies at its ends is', () => {
  const points = [1, 2, 3, 4].map((atMs) => point(atMs * 5000, atMs))
  const found = readRange(points, { startMs: 10_000, endMs: 15_000 })
  expect(found.map(({ cpuUsedPercent }) => cpuUsedPercent)).toEqual([2, 3])
})

it('neither reading nor thinning changes the mean of what is there', () => {
  fc.assert(
    fc.property(anySeries, (points) => {
      const nowMs = points.at(-1)?.atMs ?? 0
      const kept = thin(points, nowMs, Number.POSITIVE_INFINITY)
      expect(sum(kept)).toBeCloseTo(sum(points), 3)
      expect(sum(readRange(kept, { startMs: 0, endMs: nowMs }))).toBeCloseTo(sum(points), 3)
    }),
  )
})

it('a series that is thinned again and again is as short as one that is thinned once', () => {
  fc.assert(
    fc.property(anySeries, (points) => {
      const nowMs = points.at(-1)?.atMs ?? 0
      let again: Point[] = []
      for (const one of points) again = thin([...again, one], one.atMs, Number.POSITIVE_INFINITY)
      const once = thin(points, nowMs, Number.POSITIVE_INFINITY)
      expect(again.length).toBeLessThanOrEqual(once.length + 5)
      expect(again.reduce((all, { samples }) => all + samples, 0)).toBe(points.length)
    }),
  )
})

it('a month of samples is a few thousand points, and all of a range is there as its step asks', () => {
  let points: Point[] = []
  const days = 30
  for (let atMs = 0; atMs <= days * 24 * hourMs; atMs += 60_000) {
    points.push(point(atMs, 1))
    if (atMs % hourMs === 0) points = thin(points, atMs, days * 24 * hourMs)
  }
  expect(points.length).toBeLessThan(5500)
  const endMs = days * 24 * hourMs
  expect(readRange(points, { startMs: endMs - 24 * hourMs, endMs }).length).toBeGreaterThan(280)
})

it('what is older than it is kept goes', () => {
  expect(thin([point(0, 1), point(50, 2)], 100, 60).map(({ atMs }) => atMs)).toEqual([50])
})
