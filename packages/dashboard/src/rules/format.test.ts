import { expect, test } from 'vitest'
import { formatBytes, formatDuration, formatTime, plural } from './format.ts'

test('sizes have a unit that leaves few digits', () => {
  expect([0, 1023, 1024, 1536, 150 * 1024 ** 2, 5 * 1024 ** 4].map(formatBytes)).toEqual([
    ...['0 B', '1023 B', '1.0 KiB', '1.5 KiB', '150 MiB', '5.0 TiB'],
  ])
})

test('durations have two units while the first is small', () => {
  expect([-5, 900, 59_000, 90_000, 3600_000, 11 * 3600_000 + 60_000, 90_000_000].map(formatDuration)).toEqual(
    [...['0 s', '0 s', '59 s', '1 min 30 s', '1 h', '11 h', '1 d 1 h']],
  )
})

test('a time of another day has its date', () => {
  const noon = new Date(2026, 10, 23, 12, 0, 5)
  expect(formatTime(noon.toISOString(), noon.getTime() + 1000)).toBe('12:00:05')
  expect(formatTime(noon.toISOString(), noon.getTime() + 86_400_000)).toBe('2026-11-23 12:00:05')
})

test('one is not plural', () => {
  expect([plural(1, 'sandbox'), plural(1200, 'sandbox'), plural(2, 'key')]).toEqual([
    ...['1 sandbox', '1,200 sandboxes', '2 keys'],
  ])
})
