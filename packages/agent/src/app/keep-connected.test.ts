import { createLogger } from '@cay/kit/log.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { keepConnected } from './keep-connected.ts'

// The timers of the test are those of the global object alone.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number, _: unknown, { signal }: { readonly signal: AbortSignal }) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms)
      signal.addEventListener('abort', resolve, { once: true })
    }),
}))

/** Control closes each connection after `lastsMs`. Returns how often the node dials in a minute. */
async function countDials(lastsMs: number): Promise<number> {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const stop = new AbortController()
  let dials = 0
  const connecting = keepConnected(
    {
      nextAddress: () => 'control:3003',
      dial: async () => void dials++,
      use: () => new Promise((resolve) => setTimeout(resolve, lastsMs)),
      log: createLogger('agent', 'silent'),
      random: () => 0,
    },
    stop.signal,
  )
  await vi.advanceTimersByTimeAsync(60_000)
  stop.abort()
  await vi.advanceTimersByTimeAsync(lastsMs)
  await connecting
  return dials
}

test('a node that was removed from the cluster dials control several times a second for ever', async () => {
  expect(await countDials(5)).toBeLessThan(20)
})

test('a connection that has lasted is opened again at once', async () => {
  expect(await countDials(10_000)).toBe(6)
})
