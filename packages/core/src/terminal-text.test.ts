import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostileTexts, safeText } from '../../../test/support/hostile-text.ts'
import { hasUnsafe, printable, printableJson, printableLines } from './terminal-text.ts'

const cases = Object.entries(hostileTexts)

test.each(cases)('%s is shown as marks', (_, text) => {
  expect(hasUnsafe(text)).toBe(true)
  expect(printable(text)).toMatch(/^[ -~]*\?[ -~]*$/)
  expect(printableLines(text)).toMatch(/^[ -~]*\?[ -~]*$/)
})

test.each(cases)('%s is escaped in JSON, which parses to the same value', (_, text) => {
  const value = { [text]: [text, { below: `${text}\n\t` }] }
  for (const indent of [undefined, 2]) {
    const json = printableJson(value, indent)
    expect(json).toMatch(safeText)
    expect(JSON.parse(json)).toEqual(value)
  }
})

test('lines and tabs stay in text of several lines, and become marks in one line', () => {
  expect(printableLines('a\n\tb\r\nc')).toBe('a\n\tb\nc')
  expect(printable('a\n\tb')).toBe('a??b')
})

test('text of any language stays as it is', () => {
  for (const text of ['grüße', '日本語', 'עברית', 'العربية', 'हिन्दी', '🦀', 'e\u0301']) {
    expect(printable(text)).toBe(text)
    expect(hasUnsafe(text)).toBe(false)
  }
})

/** Halves of surrogate pairs too. */
const anyUnits = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units))

test('whatever the text, what is printed is safe, and JSON keeps the value', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), anyUnits), (text) => {
      expect(printableLines(text)).toMatch(safeText)
      expect(printable(text)).not.toMatch(/[\n\t]/)
      const json = printableJson({ text })
      expect(json).toMatch(safeText)
      expect(JSON.parse(json)).toEqual({ text })
    }),
  )
})
