import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { hostileTexts, safeText } from '../../../../../test/support/hostile-text.ts'
import { plain } from './paint.ts'
import {
  describeAge,
  describeDuration,
  type OutputFormat,
  renderList,
  renderRecord,
  renderTable,
} from './table.ts'

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

const hostile = Object.entries(hostileTexts)
const formats: readonly OutputFormat[] = ['table', 'wide', 'name', 'json', 'yaml']
const columns = {
  head: ['A'],
  row: ({ a }: { readonly a: string }) => [a],
  wide: { head: ['B'], row: ({ a }: { readonly a: string }) => [a] },
}

test.each(hostile)('%s does not get into any kind of output', async (_, a) => {
  for (const format of formats) {
    const view = { format, paint: plain, nowMs: 0 }
    expect(await renderList([{ a, [a]: a }], columns, view)).toMatch(safeText)
    expect(await renderRecord({ a, [a]: { below: a } }, { name: a, view })).toMatch(safeText)
  }
})

test.each(hostile)('%s is in JSON and YAML as the value that it is', async (_, a) => {
  const records = [{ a, [a]: a, below: [`${a}\n`, `${a} `.repeat(30), `- ${a}: #`] }]
  const show = (format: OutputFormat) => renderList(records, columns, { format, paint: plain, nowMs: 0 })
  expect(JSON.parse(await show('json'))).toEqual(records)
  expect(parse(await show('yaml'))).toEqual(records)
})

test('YAML without such text is quoted where YAML asks for it, and nowhere else', async () => {
  const view = { format: 'yaml' as const, paint: plain, nowMs: 0 }
  expect(await renderList([{ a: 'plain', b: 'grüße' }], columns, view)).toBe('- a: plain\n  b: grüße')
})
