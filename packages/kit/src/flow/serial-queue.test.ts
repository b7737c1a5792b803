import { expect, test } from 'vitest'
import { SerialQueue } from './serial-queue.ts'

test('tasks of one key run one after another, whatever became of the one before; other keys do not wait', async () => {
  const queue = new SerialQueue()
  const log: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = queue.run('a', async () => {
    await gate.promise
    log.push('first')
    throw new Error('broken')
  })
  const second = queue.run('a', async () => void log.push('second'))
  await queue.run('b', async () => void log.push('other'))
  gate.resolve()
  await expect(first).rejects.toThrow('broken')
  await second
  expect(log).toEqual(['other', 'first', 'second'])
})

test('a task that is given up before its turn is never run, and the next one still waits for the one at work', async () => {
  const queue = new SerialQueue()
  const log: string[] = []
  const gate = Promise.withResolvers<void>()
  const atWork = queue.run('a', () => gate.promise.then(() => void log.push('at work')))
  const abort = new AbortController()
  const givenUp = queue.run('a', async () => void log.push('given up'), abort.signal)
  const next = queue.run('a', async () => void log.push('next'))
  abort.abort(new Error('no longer wanted'))
  await expect(givenUp).rejects.toThrow('no longer wanted')
  expect(log).toEqual([])
  gate.resolve()
  await Promise.all([atWork, next])
  expect(log).toEqual(['at work', 'next'])
  await queue.drained()
  expect(queue.size).toBe(0)
})

test('a signal that fires once the task is at work is the task’s own business', async () => {
  const queue = new SerialQueue()
  const abort = new AbortController()
  const started = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<string>()
  const task = queue.run(
    'a',
    () => {
      started.resolve()
      return gate.promise
    },
    abort.signal,
  )
  await started.promise
  abort.abort(new Error('too late'))
  gate.resolve('done')
  expect(await task).toBe('done')
})
