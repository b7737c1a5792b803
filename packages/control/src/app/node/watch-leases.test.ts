import { nodeLossMs } from '@cay/core/placement/decide-renewal.ts'
import { createLogger } from '@cay/kit/log.ts'
import { beforeEach, expect, test } from 'vitest'
import type { NodeRecord } from '../../ports/cluster-node.ts'
import type { Store } from '../../ports/store.ts'
import { FakeClock } from '../../sim/fake-clock.ts'
import { watchLeases } from './watch-leases.ts'

let clock: FakeClock
let node: Pick<NodeRecord, 'nodeId' | 'name' | 'incarnation' | 'renewedAtMs' | 'lostAtMs'>
let lostAtMs: number | undefined
/** When the database last did not take a renewal. */
let failedAtMs: number
let startMs: number

beforeEach(() => {
  clock = new FakeClock()
  startMs = clock.nowMs()
  node = { nodeId: 'n1', name: 'one', incarnation: 1, renewedAtMs: startMs, lostAtMs: null }
  lostAtMs = undefined
  failedAtMs = Number.NEGATIVE_INFINITY
})

/** One process watches for so long, and stops. */
async function watchFor(ms: number, { wasTold }: { readonly wasTold: boolean }): Promise<void> {
  const store: Pick<Store, 'listNodes' | 'loseNode'> = {
    listNodes: async () => [node as NodeRecord],
    loseNode: async () => {
      lostAtMs ??= clock.nowMs()
      return 2
    },
  }
  const stop = new AbortController()
  const deps = { store, leaseClock: clock, log: createLogger('control', 'silent') }
  const replicas = { wasToldOfSeveral: () => wasTold }
  const renewals = {
    get failedAtMs() {
      return failedAtMs
    },
  }
  const watching = watchLeases({ ...deps, nodeLossMs, replicas, renewals }, stop.signal)
  await clock.advance(ms)
  stop.abort()
  await watching
}

const lostAfterMs = () => (lostAtMs === undefined ? undefined : lostAtMs - startMs)

test('a silent node is given up in time, however often control processes take one another’s place', async () => {
  for (let turn = 0; turn < 10; turn++) await watchFor(40_000, { wasTold: true })
  expect(lostAfterMs()).toBeGreaterThanOrEqual(nodeLossMs)
  expect(lostAfterMs()).toBeLessThan(nodeLossMs + 10_000)
})

test('a node that may know of one control process alone is counted anew by another one', async () => {
  await watchFor(200_000, { wasTold: false })
  await watchFor(299_000, { wasTold: false })
  expect(lostAfterMs()).toBeUndefined()
  await watchFor(310_000, { wasTold: false })
  expect(lostAfterMs()).toBeGreaterThanOrEqual(499_000 + nodeLossMs)
})

test('a node was given up while the database took no renewals, although it let its sandboxes run', async () => {
  await watchFor(10_000, { wasTold: false })
  failedAtMs = startMs + 400_000
  await watchFor(690_000 - 10_000, { wasTold: false })
  expect(lostAfterMs()).toBeUndefined()
  await watchFor(20_000 + nodeLossMs, { wasTold: false })
  expect(lostAfterMs()).toBeGreaterThanOrEqual(400_000 + nodeLossMs)
})
