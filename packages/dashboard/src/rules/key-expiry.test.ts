import { expect, it } from 'vitest'
import { expiryOf } from './key-expiry.ts'

const nowMs = Date.parse('2026-11-27T12:00:00Z')
const at = (life: string, day = '') => expiryOf({ life, day }, nowMs)

it('a key lives as many days as were chosen, or for ever', () => {
  expect(at('30')).toBe('2026-12-27T12:00:00.000Z')
  expect(at('365')).toBe('2027-11-27T12:00:00.000Z')
  expect(at('never')).toBeUndefined()
})

it('a day that was chosen is the last one, by the clock of the page', () => {
  expect(at('day', '2026-12-31')).toBe(new Date(2027, 0, 1).toISOString())
  expect(() => at('day')).toThrow('Choose a day.')
})
