import { once } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withIdleTimeout } from './idle-timeout.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Says a word each `everyMs`, `count` times, then nothing until it is aborted. */
async function* speaker(signal: AbortSignal, everyMs: number, count: number): AsyncGenerator<number> {
  for (let word = 1; word <= count; word++) {
    await new Promise((resolve) => setTimeout(resolve, everyMs))
    yield word
  }
  if (!signal.aborted) await once(signal, 'abort')
  throw signal.reason
}

async function heard(everyMs: number, count: number, stop = new AbortController()) {
  const words: number[] = []
  const open = (signal: AbortSignal) => speaker(signal, everyMs, count)
  const done = (async () => {
    for await (const word of withIdleTimeout({ open, idleMs: 1000, signal: stop.signal })) words.push(word)
  })()
  const end = done.then(
    () => 'ended',
    (error: Error) => error.message,
  )
  return { words, end, stop }
}

test('a stream that speaks in time goes on past the bound on silence', async () => {
  const { words, end, stop } = await heard(900, 5)
  await vi.advanceTimersByTimeAsync(4600)
  expect(words).toEqual([1, 2, 3, 4, 5])
  stop.abort(new Error('enough'))
  expect(await end).toBe('enough')
})

test('a stream that falls silent is broken off with an error that says so', async () => {
  const { words, end } = await heard(10, 2)
  await vi.advanceTimersByTimeAsync(1100)
  expect(await end).toBe('no message for 1000 ms')
  expect(words).toEqual([1, 2])
})

test('nothing is left to fire after the reader has gone', async () => {
  const open = (signal: AbortSignal) => speaker(signal, 10, 2)
  const stream = withIdleTimeout({ open, idleMs: 1000, signal: new AbortController().signal })
  const first = stream.next()
  await vi.advanceTimersByTimeAsync(10)
  expect((await first).value).toBe(1)
  await stream.return(undefined)
  expect(vi.getTimerCount()).toBe(0)
})
