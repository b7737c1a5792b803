import { expect, test } from 'vitest'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Store } from '../../ports/store.ts'
import { FakeClock } from '../../sim/fake-clock.ts'
import { Operations } from './operations.ts'
import { TrafficResumes } from './traffic-resumes.ts'

test('a resume is remembered for ever by a control process that another one follows the node for', async () => {
  const clock = new FakeClock()
  const paused = (sandboxId: string) => ({ sandboxId, teamId: 't', state: 'paused' }) as SandboxRecord
  const store: Pick<Store, 'isShared' | 'findSandbox' | 'changeSandbox'> = {
    isShared: true,
    findSandbox: async (sandboxId) => paused(sandboxId),
    changeSandbox: async () => undefined,
  }
  const shared = store as Store
  const resumes = new TrafficResumes({
    ...{ store: shared, clock, isCluster: true, attachVolumes: async () => undefined },
    operations: new Operations('p1', { store: shared, leaseClock: clock }),
    claimVolumes: () => {
      throw new Error('the sandbox has no volumes')
    },
  })
  const caller = { nodeId: 'n1', takesEpoch: true }
  await resumes.admit('old', 1, caller)
  await clock.advance(300_000)
  await resumes.admit('new', 1, caller)
  expect(resumes.awaitedIds).toEqual(['new'])
})
