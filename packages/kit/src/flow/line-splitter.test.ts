import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineSplitter } from './line-splitter.ts'

function linesOf(pieces: readonly string[]): string[] {
  const lines: string[] = []
  const splitter = new LineSplitter((line) => lines.push(line))
  for (const piece of pieces) splitter.push(piece)
  splitter.end()
  return lines
}

test('the pieces a text comes in do not change its lines', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n') })
  fc.assert(
    fc.property(text, fc.array(fc.nat(40)), (whole, cuts) => {
      const at = [...new Set(cuts)].sort((a, b) => a - b)
      const pieces = [0, ...at].map((from, index) => whole.slice(from, at[index]))
      expect(linesOf(pieces)).toEqual(linesOf([whole]))
    }),
  )
})

test('a line without an end is handed on in bounded pieces', () => {
  const lines = linesOf(['x'.repeat(150_000)])
  expect(lines.join('')).toHaveLength(150_000)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(64 * 1024)
})
