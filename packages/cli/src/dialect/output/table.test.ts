import { expect, test } from 'vitest'
import { plain } from './paint.ts'
import { describeAge, describeDuration, renderList, renderTable } from './table.ts'

test('durations take the unit that fits twice', () => {
  expect([500, 1000, 119_000, 120_000, 7_199_000, 7_200_000, 172_800_000].map(describeDuration)).toEqual([
    '0 seconds',
    '1 second',
    '119 seconds',
    '2 minutes',
    '119 minutes',
    '2 hours',
    '2 days',
  ])
})

test('an age that is not known is a dash', () => {
  expect(describeAge(null, 0)).toBe('-')
  expect(describeAge('1970-01-01T00:00:00Z', 5000)).toBe('5 seconds ago')
})

test('a cell cannot speak to the terminal or add a line', () => {
  expect(renderTable(['A'], [['a\u001b[2J\nb\u009b1m\u202ec']], plain)).toBe('A\na?[2J?b?1m?c')
})

test('the head is marked, and marking it moves no column', () => {
  expect(renderTable(['A', 'B'], [['long cell', 'b']], (style, text) => `<${style}>${text}</>`)).toBe(
    '<head>A           B</>\nlong cell   b',
  )
})

test('JSON is the records themselves, also when there are none', async () => {
  const columns = { head: ['A'], row: ({ a }: { a: string | null }) => [a ?? '-'] }
  const view = { format: 'json' as const, paint: plain, nowMs: 0 }
  expect(JSON.parse(await renderList([{ a: null }], columns, view))).toEqual([{ a: null }])
  expect(JSON.parse(await renderList([], columns, view))).toEqual([])
})
