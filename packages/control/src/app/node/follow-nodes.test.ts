import { createLogger } from '@cay/kit/log.ts'
import { expect, onTestFinished, test } from 'vitest'
import { FakeClock } from '../../sim/fake-clock.ts'
import { type FollowNodesDeps, followNodes } from './follow-nodes.ts'

/** One process that follows the node n1 while the database answers. */
function startFollowing() {
  const clock = new FakeClock()
  const watched = new Set<AbortSignal>()
  const silence = Promise.withResolvers<string[]>()
  const database = { isSilent: false, untilMs: 0 }
  const deps = {
    ...{ clock, leaseClock: clock, log: createLogger('control', 'silent') },
    ...{ operations: { processId: 'p1' }, replicas: { count: 2 }, cluster: { ids: () => ['n1'] } },
    store: {
      followNodes: async (_: string, __: number, { untilMs }: { readonly untilMs: number }) => {
        if (database.isSilent) return await silence.promise
        database.untilMs = untilMs
        return ['n1']
      },
      releaseNodes: async () => undefined,
    },
    nodeRegistry: {
      clientsOf: () => ({
        orchestrator: {
          async *watchSandboxes(signal: AbortSignal) {
            watched.add(signal)
            await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
            watched.delete(signal)
          },
        },
      }),
    },
  }
  const stop = new AbortController()
  // What is left out is used by reconciliations only, which fail and are repeated.
  const following = followNodes(deps as unknown as FollowNodesDeps, stop.signal)
  const comeBack = () => {
    database.isSilent = false
    silence.resolve(['n1'])
  }
  onTestFinished(async () => {
    stop.abort()
    comeBack()
    await following
  })
  return { clock, watched, database, comeBack }
}

test('a control process that waits for its database follows nodes for longer than its lease of them lasts', async () => {
  const { clock, watched, database, comeBack } = startFollowing()
  await clock.advance(5_000)
  expect(watched.size).toBe(1)
  database.isSilent = true
  await clock.advance(database.untilMs - clock.nowMs() - 1)
  expect(watched.size).toBe(0)
  // The lease that comes with so late an answer has ended as well.
  await clock.advance(60_000)
  comeBack()
  await clock.advance(1_000)
  expect(watched.size).toBe(0)
  await clock.advance(5_000)
  expect(watched.size).toBe(1)
})
