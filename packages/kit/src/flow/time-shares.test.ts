import { expect, test } from 'vitest'
import { TimeShares } from './time-shares.ts'

function start(permits: number) {
  let nowMs = 0
  const semaphore = new TimeShares(permits, () => nowMs)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const run = (key: string) =>
    semaphore.run(key, () => {
      begun.push(key)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const endOldest = async (afterMs: number) => {
    nowMs += afterMs
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, run, endOldest }
}

test('no more tasks run at once than there are permits', async () => {
  const { begun, run, endOldest } = start(2)
  const all = ['a', 'b', 'c'].map(run)
  await Promise.resolve()
  expect(begun).toEqual(['a', 'b'])
  for (const _ of all) await endOldest(1)
  await Promise.all(all)
  expect(begun).toEqual(['a', 'b', 'c'])
})

test('a key whose tasks are slow waits behind those whose tasks are quick, however many it has', async () => {
  const { begun, run, endOldest } = start(1)
  const slow = [run('slow'), run('slow'), run('slow')]
  const quick = run('quick')
  await endOldest(2_000)
  expect(begun).toEqual(['slow', 'quick'])
  const again = run('quick')
  await endOldest(1)
  expect(begun).toEqual(['slow', 'quick', 'quick'])
  for (let count = 0; count < 3; count++) await endOldest(2_000)
  await Promise.all([...slow, quick, again])
  expect(begun.slice(3)).toEqual(['slow', 'slow'])
})

test('a task that fails gives its permit back', async () => {
  const semaphore = new TimeShares(1)
  const failing = semaphore.run('a', async () => {
    throw new Error('failed')
  })
  await expect(failing).rejects.toThrow('failed')
  expect(await semaphore.run('a', async () => 'next')).toBe('next')
})
