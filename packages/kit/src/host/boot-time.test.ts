import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bootTimeMs } from './boot-time.ts'

test('it is the uptime of the machine, in milliseconds', () => {
  const before = bootTimeMs()
  const uptimeMs = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) * 1000
  const after = bootTimeMs()
  // The file has hundredths of seconds.
  expect(uptimeMs).toBeGreaterThanOrEqual(before - 10)
  expect(uptimeMs).toBeLessThanOrEqual(after + 10)
})
