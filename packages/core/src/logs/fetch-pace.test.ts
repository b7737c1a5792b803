import { expect, it } from 'vitest'
import { fetchGapMsMax, fetchGapMsMin, firstPace, nextPace } from './fetch-pace.ts'

it('while nothing is found the gaps grow to their bound, and something makes them small again', () => {
  let pace = firstPace(0)
  const gaps: number[] = []
  for (let count = 0; count < 8; count++) {
    gaps.push(pace.gapMs)
    pace = nextPace(pace, false, pace.dueAtMs)
  }
  expect(gaps).toEqual([1000, 2000, 4000, 8000, 16_000, fetchGapMsMax, fetchGapMsMax, fetchGapMsMax])
  expect(nextPace(pace, true, 5)).toEqual({ dueAtMs: 5 + fetchGapMsMin, gapMs: fetchGapMsMin })
})
