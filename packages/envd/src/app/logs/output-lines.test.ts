import { LineBudget } from '@cay/core/logs/line-budget.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OutputLines } from './output-lines.ts'

const plenty = { linesMax: 1e6, bytesMax: 1e9, linesPerSecond: 1e6, bytesPerSecond: 1e9 }

function gather(bounds = plenty) {
  const told: (string | number)[] = []
  const clock = { nowMs: 0 }
  const lines = new OutputLines({
    budget: new LineBudget(bounds),
    nowMs: () => clock.nowMs,
    onLine: (text) => told.push(text),
    onSkipped: (bytes) => told.push(bytes),
  })
  const write = (text: string) => lines.write(Buffer.from(text))
  return { told, clock, lines, write }
}

test('lines come one by one, however they were written', () => {
  const { told, lines, write } = gather()
  for (const piece of ['a\nb', 'c\n', '\n', 'd\r\ne']) write(piece)
  expect(told).toEqual(['a', 'bc', '', 'd'])
  lines.end()
  expect(told.at(-1)).toBe('e')
})

test('the beginning of a line comes with a fetch when its end does not come', () => {
  const { told, clock, lines, write } = gather()
  write('Password: ')
  lines.flush()
  expect(told).toEqual([])
  clock.nowMs = 1000
  lines.flush()
  expect(told).toEqual(['Password: '])
})

test('a long line becomes several, and no character is cut in two', () => {
  const { told, lines, write } = gather()
  const line = 'x€'.repeat(5000)
  write(`${line}\n`)
  lines.end()
  expect(told.join('')).toBe(line)
  expect(told.length).toBe(5)
})

test('every text comes out as it went in, in pieces of any size', () => {
  const texts = fc.array(fc.stringMatching(/^[ab€\n]{0,3000}$/), { maxLength: 20 })
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 5000 }), (parts, size) => {
      const { told, lines } = gather()
      const bytes = Buffer.from(parts.join(''))
      for (let at = 0; at < bytes.length; at += size) lines.write(bytes.subarray(at, at + size))
      lines.end()
      const expected = bytes.toString()
      expect(told.join('\n').replaceAll('\n', '')).toBe(expected.replaceAll('\n', ''))
      if (parts.every((part) => part.length < 1000)) return
      for (const line of told) expect(Buffer.byteLength(String(line))).toBeLessThanOrEqual(4096)
    }),
    { numRuns: 50 },
  )
})

const little = { linesMax: 2, bytesMax: 1000, linesPerSecond: 1, bytesPerSecond: 500 }

test('what there is no room for is left out, and told at the next line', () => {
  const { told, clock, write } = gather(little)
  write('1\n2\n3\n4')
  write('4\n5\n')
  expect(told).toEqual(['1', '2'])
  clock.nowMs = 1000
  write('6\n')
  expect(told).toEqual(['1', '2', 6, '6'])
})

test('after a flood a line begins where one begins', () => {
  const { told, clock, write } = gather(little)
  write('1\n2\n3\n44')
  clock.nowMs = 1000
  write('44\n5\n')
  expect(told).toEqual(['1', '2', 6, '5'])
})

test('a fetch tells of what is being left out', () => {
  const { told, lines, write } = gather(little)
  write('1\n2\n333\n')
  lines.flush()
  expect(told).toEqual(['1', '2', 3])
  write('x'.repeat(100))
  lines.end()
  expect(told).toEqual(['1', '2', 3, 100])
})

test('of a flood no more is told than the budget allows, and no byte is forgotten', () => {
  const writes = fc.array(fc.record({ waitMs: fc.nat(400), text: fc.stringMatching(/^[ab\n]{1,400}$/) }), {
    maxLength: 50,
  })
  fc.assert(
    fc.property(writes, (all) => {
      const { told, clock, lines, write } = gather(little)
      for (const { waitMs, text } of all) {
        clock.nowMs += waitMs
        write(text)
      }
      lines.end()
      const shown = told.filter((one) => typeof one === 'string')
      const leftOut = told.filter((one) => typeof one === 'number').reduce((sum, one) => sum + one, 0)
      expect(shown.length).toBeLessThanOrEqual(2 + clock.nowMs / 1000 + 1)
      const newlines = all.map(({ text }) => text.split('\n').length - 1).reduce((sum, one) => sum + one, 0)
      const written = all.map(({ text }) => text.length).reduce((sum, one) => sum + one, 0)
      const known = shown.join('').length + leftOut
      // Line ends are not counted individually.
      expect(known).toBeGreaterThanOrEqual(written - newlines)
      expect(known).toBeLessThanOrEqual(written)
    }),
  )
})

test('a flood costs next to nothing once it is left out', () => {
  const { told, lines } = gather({ linesMax: 1, bytesMax: 10, linesPerSecond: 0, bytesPerSecond: 0 })
  let looks = 0
  const bytes = Buffer.alloc(65_536, 'y\n')
  lines.write(bytes)
  const watched = new Proxy(bytes, {
    get: (target, name) => {
      looks += 1
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  for (let count = 0; count < 1000; count++) lines.write(watched)
  expect(looks).toBeLessThan(5000)
  lines.flush()
  // Everything except the reported line, its line end, and the line end of the line that exceeded the budget.
  expect(told.at(-1)).toBe(65_536 * 1001 - 3)
})
