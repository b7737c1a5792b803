import type { Logger } from '@cay/kit/log.ts'
import { expect, test, vi } from 'vitest'
import { logDropped } from './log-dropped.ts'

test('dropped connections are logged at once, and then once in ten seconds', () => {
  let nowMs = 0
  const warn = vi.fn<Logger['warn']>()
  const drop = logDropped({ clock: { nowMs: () => nowMs }, log: { warn } }, 7)
  for (const atMs of [0, 1, 5000, 9999, 10_000, 10_001]) {
    nowMs = atMs
    drop()
  }
  expect(warn.mock.calls.map(([facts]) => facts)).toEqual([
    { event: 'connection.limit', connectionsMax: 7, dropped: 1 },
    { event: 'connection.limit', connectionsMax: 7, dropped: 4 },
  ])
})
