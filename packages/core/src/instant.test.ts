import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatInstant, parseInstant } from './instant.ts'

const anyInstant = fc.integer({ min: 0, max: 253_402_300_799_999 })

test('an instant is written as the platform would write it', () => {
  fc.assert(fc.property(anyInstant, (ms) => formatInstant(ms) === new Date(ms).toISOString()))
})

test('what was written is read back', () => {
  fc.assert(fc.property(anyInstant, (ms) => parseInstant(formatInstant(ms)) === ms))
})

test('nanoseconds are cut to milliseconds', () => {
  expect(parseInstant('2026-02-28T23:59:59.123999999Z')).toBe(Date.UTC(2026, 1, 28, 23, 59, 59, 123))
})

test.each([
  '',
  'yesterday',
  '2026-02-31T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-01T25:00:00Z',
  '2026-01-01 00:00:00Z',
  '2026-01-01T00:00:00+02:00',
])('%j is no instant', (text) => {
  expect(parseInstant(text)).toBeUndefined()
})
