import { createLogger } from '@cay/kit/log.ts'
import { expect, onTestFinished, test } from 'vitest'
import { FakeClock } from '../../sim/fake-clock.ts'
import { keepLeading } from './keep-leading.ts'

test('work that fails is begun again, and ends no control process', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const clock = new FakeClock()
  const released: string[] = []
  const store = {
    takeLease: async () => true,
    releaseLease: async (name: string) => void released.push(name),
  }
  const deps = {
    ...{ store, leaseClock: clock, operations: { processId: 'p1' } },
    log: createLogger('control', 'silent'),
  }
  let begun = 0
  const work = async (signal: AbortSignal) => {
    begun += 1
    if (begun === 1) throw new Error('the socket cannot be listened at')
    await clock.sleep(Number.POSITIVE_INFINITY, signal)
  }
  const stopped = new AbortController()
  const leading = keepLeading(deps, { name: 'node', work }, stopped.signal)
  await clock.advance(0)
  await clock.advance(5_000)
  expect(unhandled).toEqual([])
  // Another process may do the work meanwhile.
  expect([begun, released]).toEqual([2, ['node']])
  stopped.abort()
  await leading
})
