import { createLogger } from '@cay/kit/log.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FakeClock } from '../../sim/fake-clock.ts'
import { LiveReplicas } from './live-replicas.ts'

let clock: FakeClock
let replicas: LiveReplicas
let count: number
let isAway: boolean
let stop: () => Promise<void>

beforeEach(() => {
  clock = new FakeClock()
  replicas = new LiveReplicas()
  count = 2
  isAway = false
  const stopped = new AbortController()
  const store = {
    renewReplica: async () => {
      if (isAway) throw new Error('the database is away')
      return count
    },
    removeReplica: async () => undefined,
  }
  const log = createLogger('control', 'silent')
  const deps = { store, leaseClock: clock, log, operations: { processId: 'p1' } }
  const renewing = replicas.keepRenewing(deps, stopped.signal)
  stop = async () => {
    stopped.abort()
    await renewing
  }
})

afterEach(() => stop())

test('a node was told of several processes when all of them had seen one another, and is not when one is alone', async () => {
  const startMs = clock.nowMs()
  await clock.advance(60_000)
  expect(replicas.wasToldOfSeveral(startMs + 29_000)).toBe(false)
  expect(replicas.wasToldOfSeveral(startMs + 30_000)).toBe(true)
  count = 1
  await clock.advance(60_000)
  expect(replicas.wasToldOfSeveral(startMs + 30_000)).toBe(true)
  expect(replicas.wasToldOfSeveral(startMs + 61_000)).toBe(false)
  count = 2
  await clock.advance(60_000)
  expect(replicas.wasToldOfSeveral(startMs + 149_000)).toBe(false)
  expect(replicas.wasToldOfSeveral(startMs + 160_000)).toBe(true)
})

test('what a node was told is not known after the database was away, or this process did not run', async () => {
  await clock.advance(60_000)
  const renewedAtMs = clock.nowMs() - 1_000
  isAway = true
  await clock.advance(6_000)
  isAway = false
  await clock.advance(100_000)
  expect(replicas.wasToldOfSeveral(renewedAtMs)).toBe(false)
  const later = clock.nowMs() - 1_000
  clock.skip(20_000)
  await clock.advance(100_000)
  expect(replicas.wasToldOfSeveral(later)).toBe(false)
})
