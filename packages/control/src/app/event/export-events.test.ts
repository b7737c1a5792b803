import { createLogger } from '@cay/kit/log.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openStore } from '../../edge/store/open-store.ts'
import type { EventExport, ExportedEvent, NewEvent } from '../../ports/event.ts'
import type { Store } from '../../ports/store.ts'
import { exportEvents } from './export-events.ts'

const newEvent: NewEvent = {
  ...{ atMs: 1, teamId: 't1', kind: 'x', actor: 'system', keyId: null, sandboxId: null, subject: null },
  ...{ outcome: 'done', status: null, reason: null },
}

let store: Store
let sent: (string | null)[]
let fail: (() => void) | undefined

beforeEach(async () => {
  store = await openStore(':memory:')
  sent = []
  fail = undefined
  // An export that is new begins with the next event.
  await store.beginExport('test')
})

afterEach(() => store.close())

const append = (...subjects: string[]) =>
  store.appendEvents(subjects.map((subject) => ({ ...newEvent, subject })))

/** Exports until `isDone`; each sleep ends at once. */
async function run(isDone: () => boolean, log = createLogger('control', 'silent')): Promise<number[]> {
  const stop = new AbortController()
  const sleeps: number[] = []
  const sleep = async (ms: number) => {
    sleeps.push(ms)
    if (isDone() || sleeps.length > 50) stop.abort()
  }
  const target: EventExport = {
    name: 'test',
    async send(events: readonly ExportedEvent[]) {
      sent.push(...events.map(({ subject }) => subject))
      fail?.()
    },
  }
  await exportEvents({ store, log, clock: { nowMs: () => 1, sleep } }, target, stop.signal)
  return sleeps
}

test('events leave in their order, those that come later as well', async () => {
  await append('a', 'b')
  await run(() => sent.length === 2)
  await append('c')
  await run(() => sent.length === 3)
  expect(sent).toEqual(['a', 'b', 'c'])
})

test('events that the collector did not take are sent again, after growing delays', async () => {
  await append('a')
  let failures = 3
  fail = () => {
    if (failures-- > 0) throw new Error('it is away')
  }
  const log = createLogger('control', 'silent')
  const [warn, info] = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'info')]
  const sleeps = await run(() => failures < 0, log)
  expect(sent).toEqual(['a', 'a', 'a', 'a'])
  expect(sleeps.slice(0, 3)).toEqual([1_000, 2_000, 4_000])
  expect(warn).toHaveBeenCalledTimes(1)
  expect(info).toHaveBeenCalledTimes(1)
})

test('a process that ends before it has recorded a batch sends it again, and no other one', async () => {
  await append('a')
  await run(() => sent.length === 1)
  await append('b')
  const confirm = vi.spyOn(store, 'confirmExport').mockRejectedValueOnce(new Error('it died'))
  await run(() => confirm.mock.calls.length > 0)
  await run(() => sent.length > 2)
  expect(sent).toEqual(['a', 'b', 'b'])
})
