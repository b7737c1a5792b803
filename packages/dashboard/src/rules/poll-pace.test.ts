import { expect, test } from 'vitest'
import { nextDelayMs } from './poll-pace.ts'

test('a service that is away is tried soon, and then more slowly', () => {
  const delays = [1, 2, 3, 4, 5, 50].map((failures) =>
    nextDelayMs({ everyMs: 3000, failures, retryAfterMs: undefined }),
  )
  expect(delays).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000])
})

test('a rate limit is respected, and success returns to the usual pace', () => {
  expect(nextDelayMs({ everyMs: 3000, failures: 1, retryAfterMs: 20_000 })).toBe(20_000)
  expect(nextDelayMs({ everyMs: 3000, failures: 0, retryAfterMs: undefined })).toBe(3000)
})
