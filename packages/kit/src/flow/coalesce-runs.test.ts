import { expect, test } from 'vitest'
import { coalesceRuns } from './coalesce-runs.ts'

function makeTask() {
  const runs: PromiseWithResolvers<number>[] = []
  const task = () => {
    const run = Promise.withResolvers<number>()
    runs.push(run)
    return run.promise
  }
  return { runs, shared: coalesceRuns(task) }
}

test('who calls while a run is at work shares the one that begins after it', async () => {
  const { runs, shared } = makeTask()
  const first = shared()
  const second = shared()
  const third = shared()
  expect(runs).toHaveLength(1)
  runs[0]?.resolve(1)
  expect(await first).toBe(1)
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.resolve(2)
  expect(await Promise.all([second, third])).toEqual([2, 2])
})

test('who calls when nothing is at work gets a run at once', async () => {
  const { runs, shared } = makeTask()
  const first = shared()
  runs[0]?.resolve(1)
  await first
  await Promise.resolve()
  const second = shared()
  expect(runs).toHaveLength(2)
  runs[1]?.resolve(2)
  expect(await second).toBe(2)
})

test('a run that fails fails those who share it, and not the next', async () => {
  const { runs, shared } = makeTask()
  const first = shared()
  const second = shared()
  runs[0]?.reject(new Error('broken'))
  await expect(first).rejects.toThrow('broken')
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.resolve(2)
  expect(await second).toBe(2)
})
