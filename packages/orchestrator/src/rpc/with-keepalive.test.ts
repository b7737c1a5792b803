import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withKeepalive } from './with-keepalive.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a silent stream carries a keepalive, and none when it speaks', async () => {
  const words = Promise.withResolvers<string>()
  async function* source() {
    yield 'first'
    yield await words.promise
  }
  const stream = withKeepalive(source(), 1000, () => 'keepalive')
  expect((await stream.next()).value).toBe('first')
  const silent = stream.next()
  await vi.advanceTimersByTimeAsync(1000)
  expect((await silent).value).toBe('keepalive')
  const spoken = stream.next()
  words.resolve('second')
  expect((await spoken).value).toBe('second')
  expect((await stream.next()).done).toBe(true)
})

test('the reader’s end is the source’s end', async () => {
  let isClosed = false
  async function* source() {
    try {
      yield 1
      yield 2
    } finally {
      isClosed = true
    }
  }
  for await (const _ of withKeepalive(source(), 1000, () => 0)) break
  expect(isClosed).toBe(true)
})

test('an error of the source reaches the reader', async () => {
  // biome-ignore lint/correctness/useYield: a source that fails before its first item
  async function* source(): AsyncGenerator<number> {
    throw new Error('broken')
  }
  await expect(withKeepalive(source(), 1000, () => 0).next()).rejects.toThrow('broken')
})
