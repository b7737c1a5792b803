import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FairSemaphore, TooManyWaitingError } from './fair-semaphore.ts'

/** Tasks that end when the test says so. */
function track(semaphore: FairSemaphore) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const run = (key: string, name: string) =>
    semaphore.run(key, async () => {
      started.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
    })
  return { started, run, end: (name: string) => ends.get(name)?.() }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('a key that takes all it may leaves permits for another one', async () => {
  const { started, run } = track(new FairSemaphore({ permits: 3, permitsPerKey: 2, waitingPerKeyMax: 9 }))
  for (const name of ['a1', 'a2', 'a3', 'a4']) void run('a', name)
  void run('b', 'b1')
  await settled()
  expect(started).toEqual(['a1', 'a2', 'b1'])
})

test('a free permit goes to the key that holds the fewest, not to the one that waits longest', async () => {
  const { started, run, end } = track(
    new FairSemaphore({ permits: 2, permitsPerKey: 2, waitingPerKeyMax: 9 }),
  )
  for (const name of ['a1', 'a2', 'a3', 'a4']) void run('a', name)
  void run('b', 'b1')
  await settled()
  end('a1')
  await settled()
  expect(started).toEqual(['a1', 'a2', 'b1'])
})

test('a key with too many waiting tasks is refused, and no other key', async () => {
  const { started, run } = track(new FairSemaphore({ permits: 2, permitsPerKey: 1, waitingPerKeyMax: 1 }))
  void run('a', 'a1')
  void run('a', 'a2')
  await expect(run('a', 'a3')).rejects.toBeInstanceOf(TooManyWaitingError)
  void run('b', 'b1')
  await settled()
  expect(started).toEqual(['a1', 'b1'])
})

test('every task runs in the end, and no maximum is ever exceeded', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 5 }),
      async (keys, permits, permitsPerKey) => {
        const semaphore = new FairSemaphore({ permits, permitsPerKey, waitingPerKeyMax: 100 })
        const running = new Map<string, number>()
        let total = 0
        let done = 0
        const task = (key: string) => async () => {
          running.set(key, (running.get(key) ?? 0) + 1)
          total += 1
          expect(total).toBeLessThanOrEqual(permits)
          expect(running.get(key)).toBeLessThanOrEqual(permitsPerKey)
          await settled()
          running.set(key, (running.get(key) ?? 0) - 1)
          total -= 1
          done += 1
        }
        await Promise.all(keys.map((key) => semaphore.run(key, task(key))))
        expect(done).toBe(keys.length)
      },
    ),
    { numRuns: 50 },
  )
})
