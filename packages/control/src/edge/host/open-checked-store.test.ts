import { createMemoryStore } from '@cay/blobs/sim/memory-store.ts'
import { expect, test } from 'vitest'
import { tryStore } from './open-checked-store.ts'

test('a store that does what Cay needs passes, and nothing is left in it', async () => {
  const store = createMemoryStore()
  await tryStore(store)
  expect([...store.objects.keys()]).toEqual([])
})

test('a store that does not answer in time is reported as that, with the setting that names it', async () => {
  const store = createMemoryStore({ fault: () => ({ kind: 'slow', ms: 60_000 }) })
  await expect(tryStore(store, 50)).rejects.toMatchObject({
    reason: 'unreachable',
    message: expect.stringMatching(/^the store at .* of CAY_BLOBS_URL does not answer$/),
  })
})
