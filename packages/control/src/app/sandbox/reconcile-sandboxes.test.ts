import { createLogger } from '@cay/kit/log.ts'
import { expect, test } from 'vitest'
import { FakeClock } from '../../sim/fake-clock.ts'
import { type ReconcileDeps, SandboxReconciler } from './reconcile-sandboxes.ts'
import { SandboxWriters } from './sandbox-writers.ts'

test('an operation that its process left behind is kept because another one cannot be cleared', async () => {
  const changed: string[] = []
  let pruned = 0
  const operation = { verb: 'pause', by: 'gone', untilMs: 0 } as const
  const store = {
    listOperations: async () => ['broken', 'other'].map((id) => ({ sandboxId: id, nodeId: 'n1', operation })),
    listUnended: async () => [],
    pruneEnded: async () => ++pruned,
    changeSandbox: async (sandboxId: string) => {
      if (sandboxId === 'broken') throw new TypeError('the record cannot be read')
      changed.push(sandboxId)
    },
  }
  const deps = {
    ...{
      store,
      clock: new FakeClock(),
      writers: new SandboxWriters(),
      log: createLogger('control', 'silent'),
    },
    operations: { isHeldByOther: () => false },
    nodeRegistry: {
      isCluster: false,
      clientsOf: () => ({ orchestrator: { listSandboxes: async () => [] } }),
    },
  }
  // Nothing else is used where nothing is on the node.
  await new SandboxReconciler(deps as unknown as ReconcileDeps, 'n1').reconcile()
  expect(changed).toEqual(['other'])
  expect(pruned).toBe(1)
})
