import { expect, test } from 'vitest'
import { linesMax, mergeLines } from './merge-lines.ts'

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ id: String(from + index) }))

test('a line that is read twice is shown once', () => {
  expect(mergeLines(lines(0, 3), lines(1, 5))).toEqual(lines(0, 5))
})

test('without anything new the list is the same one, so that nothing is drawn', () => {
  const kept = lines(0, 3)
  expect(mergeLines(kept, lines(1, 3))).toBe(kept)
})

test('the newest are kept', () => {
  const all = mergeLines(lines(0, linesMax), lines(linesMax, linesMax + 10))
  expect([all.length, all[0]?.id, all.at(-1)?.id]).toEqual([linesMax, '10', String(linesMax + 9)])
})
