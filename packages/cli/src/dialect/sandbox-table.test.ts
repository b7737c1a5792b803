import { expect, test } from 'vitest'
import { parseListedSandboxes } from './listed-sandbox.ts'
import { describeDuration, renderSandboxTable } from './sandbox-table.ts'

const nowMs = Date.parse('2030-01-01T12:00:00Z')
const item = {
  sandboxID: 'i0123456789',
  templateID: 't1',
  alias: 'base',
  state: 'running',
  startedAt: '2030-01-01T11:57:00Z',
  endAt: '2030-01-01T12:04:30Z',
  cpuCount: 2,
  memoryMB: 1024,
}

test('a table has a head and aligned columns', () => {
  const table = renderSandboxTable(parseListedSandboxes([item]), nowMs)
  expect(table).toBe(
    `SANDBOX ID    TEMPLATE   STATE     STARTED         EXPIRES        CPUS   MEMORY
i0123456789   base       running   3 minutes ago   in 4 minutes   2      1024 MiB`,
  )
})

test('no sandbox: only the head', () => {
  expect(renderSandboxTable([], nowMs).split('\n')).toHaveLength(1)
})

test('a paused sandbox never expires, and one without an alias shows its template', () => {
  const { alias: _, ...withoutAlias } = item
  const table = renderSandboxTable(parseListedSandboxes([{ ...withoutAlias, state: 'paused' }]), nowMs)
  expect(table).toContain('never')
  expect(table).toContain('t1')
})

test('an answer that is no list is an error', () => {
  expect(() => parseListedSandboxes({ code: 200 })).toThrow('no list')
})

test('durations take the unit that fits twice', () => {
  expect([500, 1000, 119_000, 120_000, 7_199_000, 7_200_000, 172_800_000].map(describeDuration)).toEqual([
    '0 seconds',
    '1 second',
    '119 seconds',
    '2 minutes',
    '119 minutes',
    '2 hours',
    '2 days',
  ])
})
