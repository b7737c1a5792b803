import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createLogger } from '../log.ts'
import { keepWatching } from './keep-watching.ts'

const log = createLogger('test', 'silent')

/** Says the words of one stream after the other; the last one stays open. */
async function followed(...streams: (readonly string[] | Error)[]) {
  const stop = new AbortController()
  const taken: string[] = []
  let opened = 0
  const open = async function* (signal: AbortSignal) {
    const words = streams[opened] ?? []
    opened += 1
    if (words instanceof Error) throw words
    yield* words
    if (opened < streams.length) return
    queueMicrotask(() => stop.abort())
    await once(signal, 'abort')
    throw signal.reason
  }
  const take = (word: string) => void taken.push(word)
  await keepWatching({ peer: 'somebody', open, take, log }, stop.signal)
  return { taken, opened }
}

test('a stream that ends or breaks is opened anew, and nothing is taken twice', async () => {
  const { taken, opened } = await followed(['one', 'two'], new Error('away'), ['three'])
  expect(taken).toEqual(['one', 'two', 'three'])
  expect(opened).toBe(3)
})

test('it ends with its signal, in the middle of a stream', async () => {
  expect((await followed(['one'])).taken).toEqual(['one'])
})
