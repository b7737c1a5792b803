import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mapOrdered } from './map-ordered.ts'

let unhandled: unknown[]
const note = (reason: unknown) => void unhandled.push(reason)

beforeEach(() => {
  unhandled = []
  process.on('unhandledRejection', note)
})
afterEach(() => void process.off('unhandledRejection', note))

async function collect(results: AsyncIterable<number>): Promise<number[]> {
  return await Array.fromAsync(results)
}

test('results come in the order of the items, also when a later one is ready before', async () => {
  const first = Promise.withResolvers<number>()
  const results = collect(
    mapOrdered([1, 2, 3], 2, async (item) => {
      if (item === 1) return await first.promise
      if (item === 2) first.resolve(1)
      return item
    }),
  )
  expect(await results).toEqual([1, 2, 3])
})

test('a task that fails while the next item is waited for ends no process, and is what the caller gets', async () => {
  async function* items() {
    yield 1
    // The task of the first item has failed by then.
    await turn()
    await turn()
    yield 2
  }
  const results = mapOrdered(items(), 3, async (item) => {
    if (item === 1) throw new Error('the first is damaged')
    return item
  })
  await expect(collect(results)).rejects.toThrow('the first is damaged')
  expect(unhandled).toEqual([])
})

test('after a failure nothing goes on in the background', async () => {
  let isOver = false
  const results = mapOrdered([1, 2], 2, async (item) => {
    if (item === 1) throw new Error('it failed')
    await turn()
    isOver = true
    return item
  })
  await expect(collect(results)).rejects.toThrow('it failed')
  expect(isOver).toBe(true)
})
