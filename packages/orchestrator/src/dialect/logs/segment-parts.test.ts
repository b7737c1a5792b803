import { cursorText, entryText, parseCursorText, parseEntryText } from '@cay/core/logs/log-lines.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinParts, partAfter, wholePart } from './segment-parts.ts'

const entry = (number: number) =>
  entryText({ number, atMs: number * 10, level: 'info', message: `line ${number} é`, fields: {} })

/** Entries from 1 on, with the cursor of the daemon behind some of them. */
const log = fc
  .array(fc.boolean(), { minLength: 1, maxLength: 30 })
  .map((cursors) =>
    cursors.map((hasCursor, index) => entry(index + 1) + (hasCursor ? cursorText(`c${index + 1}`) : '')),
  )
const numbersIn = (text: string) => text.split('\n').flatMap((line) => parseEntryText(line)?.number ?? [])

test('what is behind an entry is all later entries, with the cursors behind them', () => {
  fc.assert(
    fc.property(log, fc.nat(31), (lines, after) => {
      const text = lines.join('')
      const part = partAfter(text, after)
      const later = lines.map((_, index) => index + 1).filter((number) => number > after)
      expect(numbersIn(part?.text ?? '')).toEqual(later)
      expect(part?.firstNumber).toBe(later[0])
      expect(part?.lastNumber).toBe(later.at(-1))
      expect(wholePart(text)?.text).toBe(text)
    }),
  )
})

test('parts are put together to every entry once, in segments that begin with the cursor before them', () => {
  const cuts = fc.array(fc.record({ length: fc.integer({ min: 1, max: 9 }), overlap: fc.nat(3) }), {
    maxLength: 20,
  })
  fc.assert(
    fc.property(log, cuts, fc.integer({ min: 1, max: 400 }), (lines, all, bytesMax) => {
      const parts: string[] = []
      let at = 0
      for (const { length, overlap } of [...all, { length: lines.length, overlap: 0 }]) {
        parts.push(lines.slice(Math.max(0, at - overlap), at + length).join(''))
        at = Math.min(lines.length, at + length)
      }
      const joined = joinParts(parts, bytesMax)
      expect(numbersIn(joined.map(({ text }) => text).join(''))).toEqual(lines.map((_, index) => index + 1))
      for (const [index, segment] of joined.entries()) {
        expect(numbersIn(segment.text)[0]).toBe(segment.firstNumber)
        expect(segment.firstAtMs).toBe(segment.firstNumber * 10)
        const before = lines
          .slice(0, segment.firstNumber - 1)
          .join('')
          .split('\n')
        const known = parseCursorText(before.findLast((line) => line.startsWith('{"g"')) ?? '')
        const [head = ''] = segment.text.split('\n')
        if (index > 0) expect(parseCursorText(head)).toBe(known)
      }
    }),
  )
})

test('a text without an entry is no part', () => {
  expect(wholePart('')).toBeUndefined()
  expect(partAfter(cursorText('c'), 0)).toBeUndefined()
})
