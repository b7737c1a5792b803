import { expect, test } from 'vitest'
import { parseSince, parseUntil } from './since.ts'

const nowMs = Date.parse('2026-01-31T12:00:00Z')

test.each([
  ['90s', '2026-01-31T11:58:30Z'],
  ['10m', '2026-01-31T11:50:00Z'],
  ['1h30m', '2026-01-31T10:30:00Z'],
  ['2d', '2026-01-29T12:00:00Z'],
  ['1w', '2026-01-24T12:00:00Z'],
  ['2026-01-30', '2026-01-30T00:00:00Z'],
  ['2026-01-30T08:15', '2026-01-30T08:15:00Z'],
  ['2026-01-30T08:15:30Z', '2026-01-30T08:15:30Z'],
  ['2026-01-30T08:15:30+02:00', '2026-01-30T06:15:30Z'],
])('%s is %s', (text, at) => expect(parseSince(text, nowMs)).toBe(Date.parse(at)))

test.each(['', '10', 'm', '10 m', '-5m', 'yesterday', '2026-13-01', '2026-01-30T25:00', '01/02/2026'])(
  '%j is neither a duration nor a time',
  (text) => expect(parseSince(text, nowMs)).toBeUndefined(),
)

test.each([
  ['12h', '2026-02-01T00:00:00Z'],
  ['30d', '2026-03-02T12:00:00Z'],
  ['2027-01-01', '2027-01-01T00:00:00Z'],
])('until %s is until %s', (text, at) => expect(parseUntil(text, nowMs)).toBe(Date.parse(at)))
