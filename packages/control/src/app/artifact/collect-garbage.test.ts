import { BlobError, type BlobErrorReason } from '@cay/blobs/ports/blob-error.ts'
import type { BlobStore } from '@cay/blobs/ports/blob-store.ts'
import type { Logger } from '@cay/kit/log.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openStore } from '../../edge/store/open-store.ts'
import { FakeClock } from '../../sim/fake-clock.ts'
import { GarbageCollector } from './collect-garbage.ts'

const idOf = (number: number) => `snapshot-${String(number).padStart(3, '0')}`

/** Control with so many artifacts that nothing needs; `refusal` tells for each key why it cannot be deleted. */
async function startWith(count: number, refusal: (key: string) => BlobErrorReason | undefined) {
  const store = await openStore(':memory:')
  onTestFinished(() => store.close())
  const clock = new FakeClock()
  const ids = Array.from({ length: count }, (_, number) => idOf(number))
  for (const artifactId of ids) {
    await store.beginArtifact({ artifactId, kind: 'snapshot', nowMs: clock.nowMs(), sealKey: () => 'key' })
    await store.noteObjects({ artifactId, attempt: 1 }, 1)
  }
  await store.releaseArtifacts(ids, clock.nowMs())
  const tried: string[] = []
  const remove = async (key: string) => {
    tried.push(key)
    const reason = refusal(key)
    if (reason !== undefined) throw new BlobError(reason, 'the object cannot be deleted')
  }
  const blobs: Pick<BlobStore, 'delete'> = { delete: remove }
  const warn = vi.fn()
  const log = { warn, debug: () => undefined } as unknown as Logger
  const collector = new GarbageCollector({ store, clock, log, blobs: blobs as BlobStore })
  const left = async () => {
    const found = await store.listGarbage(clock.nowMs(), { afterId: '', limit: 1000 })
    return found.map(({ artifactId }) => artifactId)
  }
  return { collector, tried, warn, left }
}

test('one object that cannot be deleted keeps all others in the object store, and nobody is told', async () => {
  const bad = idOf(7)
  const { collector, warn, left } = await startWith(150, (key) => (key.includes(bad) ? 'denied' : undefined))
  await collector.collect()
  await collector.collect()
  expect(await left()).toEqual([bad])
  expect(warn).toHaveBeenCalledOnce()
  await collector.collect()
  expect(warn).toHaveBeenCalledTimes(2)
  expect(warn.mock.lastCall?.[0]).toMatchObject({ failures: 1, err: { reason: 'denied' } })
})

test('as many objects that cannot be deleted as are tried at once keep all others in the object store', async () => {
  const bad = Array.from({ length: 100 }, (_, number) => idOf(number))
  const all = await startWith(120, (key) => (bad.some((id) => key.includes(id)) ? 'denied' : undefined))
  await all.collector.collect()
  await all.collector.collect()
  expect(await all.left()).toEqual(bad)
  expect(all.warn).toHaveBeenCalledOnce()
  expect(all.warn.mock.lastCall?.[0]).toMatchObject({ failures: 100 })
})

test('an object store that does not answer is asked once in a round, for another object each time', async () => {
  const { collector, tried, warn } = await startWith(3, () => 'unreachable')
  for (let round = 0; round < 4; round++) await collector.collect()
  expect(tried.map((key) => [0, 1, 2].find((number) => key.includes(idOf(number))))).toEqual([0, 1, 2, 0])
  expect(warn).toHaveBeenCalledTimes(4)
})
