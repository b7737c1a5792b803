import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requestMsMax, withinDeadline } from './deadline.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a handler that ends in time is the response, and no timer is left', async () => {
  expect(await withinDeadline(async () => 'done')).toBe('done')
  expect(vi.getTimerCount()).toBe(0)
})

test('a handler that exceeds the deadline is answered with it, and its signal is aborted', async () => {
  let seen: AbortSignal | undefined
  const never = withinDeadline((signal) => {
    seen = signal
    return new Promise<never>(() => undefined)
  })
  const told = expect(never).rejects.toMatchObject({ code: 'deadline_exceeded' })
  await vi.advanceTimersByTimeAsync(requestMsMax)
  await told
  expect(seen?.aborted).toBe(true)
})
