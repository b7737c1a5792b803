import { expect, test, vi } from 'vitest'
import { BlobError } from '../ports/blob-error.ts'
import { createRetries } from './retry-policy.ts'

const silent = (silentMs: number) =>
  new BlobError('unreachable', 'the store cannot be reached', {
    cause: Object.assign(new Error('no byte came'), { silentMs }),
  })

test('a store that is silent is given up as soon as one that refuses connections', async () => {
  vi.useFakeTimers()
  try {
    const policy = { withinMs: 30_000, firstDelayMs: 100, delayMsMax: 5_000 }
    const retries = createRetries(policy)
    const again = retries.afterFailure(silent(15_000), undefined)
    await vi.advanceTimersByTimeAsync(100)
    await again
    await vi.advanceTimersByTimeAsync(15_000)
    await expect(retries.afterFailure(silent(15_000), undefined)).rejects.toThrow('cannot be reached')
  } finally {
    vi.useRealTimers()
  }
})
