import fc from 'fast-check'
import { expect, it } from 'vitest'
import { boundEntry, isAtLeast, logBounds, logLevels, sizeOf } from './entry.ts'

const anyEntry = fc.record({
  atMs: fc.nat(),
  level: fc.constantFrom(...logLevels),
  message: fc.string({ maxLength: 20_000 }),
  fields: fc.dictionary(fc.string({ maxLength: 100 }), fc.string({ maxLength: 2000 }), { maxKeys: 50 }),
})

it('an entry that is cut is within the bounds, and cutting again changes nothing', () => {
  fc.assert(
    fc.property(anyEntry, (entry) => {
      const cut = boundEntry(entry)
      expect(cut.message.length).toBeLessThanOrEqual(logBounds.messageLengthMax)
      expect(Object.keys(cut.fields).length).toBeLessThanOrEqual(logBounds.fieldsMax)
      for (const [name, value] of Object.entries(cut.fields)) {
        expect(name.length).toBeLessThanOrEqual(logBounds.fieldNameLengthMax)
        expect(value.length).toBeLessThanOrEqual(logBounds.fieldLengthMax)
      }
      expect(boundEntry(cut)).toBe(cut)
    }),
  )
})

it('what is within the bounds stays as it is', () => {
  const entry = { atMs: 1, level: 'info', message: 'x', fields: { a: 'b' } } as const
  expect(boundEntry(entry)).toBe(entry)
})

it('the size of an entry grows with its text', () => {
  const entry = { atMs: 1, level: 'info', message: 'x', fields: {} } as const
  expect(sizeOf({ ...entry, message: 'x'.repeat(101) }) - sizeOf(entry)).toBe(100)
  expect(sizeOf({ ...entry, fields: { abc: 'de' } }) - sizeOf(entry)).toBe(5)
})

it.each([
  ['debug', 'debug', true],
  ['debug', 'info', false],
  ['error', 'warn', true],
  ['warn', 'error', false],
] as const)('%s is at least %s: %s', (level, least, expected) =>
  expect(isAtLeast(level, least)).toBe(expected),
)
