import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countSurplus, decideRemovals, type Segment, type StoredLog, segmentsFor } from './segments.ts'

const anySegments = fc
  .array(fc.record({ entries: fc.integer({ min: 1, max: 5 }), gapMs: fc.nat(3), bytes: fc.nat(100) }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((all) => {
    const segments: Segment[] = []
    let [number, atMs] = [1, 1000]
    const entries: { number: number; atMs: number; segment: number }[] = []
    for (const { entries: count, gapMs, bytes } of all) {
      segments.push({ firstNumber: number, firstAtMs: atMs, bytes })
      for (let each = 0; each < count; each++) {
        entries.push({ number, atMs, segment: segments.length - 1 })
        number += 1
        atMs += gapMs
      }
    }
    return { segments, entries }
  })

it('a reader finds every entry that it may want in the segments it looks into', () => {
  const query = fc.record(
    {
      direction: fc.constantFrom('forward' as const, 'backward' as const),
      startMs: fc.integer({ min: 990, max: 1100 }),
      number: fc.nat(40),
    },
    { requiredKeys: ['direction'] },
  )
  fc.assert(
    fc.property(anySegments, query, ({ segments, entries }, { direction, startMs, number }) => {
      const after = number === undefined ? {} : { after: { direction, number } }
      const start = startMs === undefined ? {} : { startMs }
      const found = segmentsFor(segments, { direction, limit: 1, ...after, ...start })
      const isForward = direction === 'forward'
      for (const entry of entries) {
        const isAhead = number === undefined || (isForward ? entry.number > number : entry.number < number)
        const isInTime = startMs === undefined || (isForward ? entry.atMs >= startMs : entry.atMs <= startMs)
        if (isAhead && isInTime) expect(found).toContain(segments[entry.segment])
      }
      const order = found.map(({ firstNumber }) => firstNumber)
      expect(order).toEqual(order.toSorted((a, b) => (isForward ? a - b : b - a)))
    }),
  )
})

it('a reader who goes on does not look into what it has read', () => {
  const segments = [1, 11, 21].map((firstNumber) => ({ firstNumber, firstAtMs: firstNumber, bytes: 1 }))
  const numbers = (direction: 'forward' | 'backward', number: number) =>
    segmentsFor(segments, { direction, limit: 1, after: { direction, number } }).map((one) => one.firstNumber)
  expect(numbers('forward', 9)).toEqual([1, 11, 21])
  expect(numbers('forward', 10)).toEqual([11, 21])
  expect(numbers('forward', 30)).toEqual([21])
  expect(numbers('backward', 11)).toEqual([1])
  expect(numbers('backward', 12)).toEqual([11, 1])
})

it('a log that is too long loses its oldest segments, never its newest', () => {
  fc.assert(
    fc.property(anySegments, fc.nat(300), ({ segments }, bytesMax) => {
      const kept = segments.slice(countSurplus(segments, bytesMax))
      const bytes = kept.reduce((sum, segment) => sum + segment.bytes, 0)
      expect(kept.length === 1 || bytes <= bytesMax).toBe(true)
      expect(kept.at(-1)).toBe(segments.at(-1))
    }),
  )
})

const log = (sandboxId: string, untils: readonly number[]): StoredLog => ({
  sandboxId,
  segments: untils.map((_, index) => ({
    firstNumber: index * 10 + 1,
    firstAtMs: index === 0 ? 0 : (untils[index - 1] ?? 0),
    bytes: 10,
  })),
  writtenAtMs: untils.at(-1) ?? 0,
})
const bounds = { sandboxBytesMax: 100, totalBytesMax: 1000, keptMs: 50 }

it('what is too old goes, and with it the log that was written last before that', () => {
  const logs = [log('a', [10, 60, 90]), log('b', [20, 30]), log('c', [99])]
  expect(decideRemovals(logs, bounds, 100)).toEqual([
    { sandboxId: 'a', count: 1 },
    { sandboxId: 'b', count: 2 },
  ])
})

it('when all together is too much the oldest of all go', () => {
  const logs = [log('a', [60, 70, 90]), log('b', [65, 80])]
  expect(decideRemovals(logs, { ...bounds, totalBytesMax: 25 }, 100)).toEqual([
    { sandboxId: 'a', count: 2 },
    { sandboxId: 'b', count: 1 },
  ])
})

it('after a removal everything is within its bounds, and nothing more goes', () => {
  const anyShelves = fc.array(fc.array(fc.nat(100), { minLength: 1, maxLength: 5 }), { maxLength: 6 })
  fc.assert(
    fc.property(anyShelves, fc.nat(200), (all, totalBytesMax) => {
      const logs = all.map((untils, index) =>
        log(
          String(index),
          untils.toSorted((a, b) => a - b),
        ),
      )
      const limits = { ...bounds, totalBytesMax }
      const removals = new Map(decideRemovals(logs, limits, 100).map((one) => [one.sandboxId, one.count]))
      const rest = logs
        .map((one) => ({ ...one, segments: one.segments.slice(removals.get(one.sandboxId) ?? 0) }))
        .filter(({ segments }) => segments.length > 0)
      const bytes = rest.flatMap(({ segments }) => segments).reduce((sum, one) => sum + one.bytes, 0)
      expect(bytes).toBeLessThanOrEqual(totalBytesMax)
      expect(rest.every(({ writtenAtMs }) => writtenAtMs >= 50)).toBe(true)
      expect(decideRemovals(rest, limits, 100)).toEqual([])
    }),
  )
})
