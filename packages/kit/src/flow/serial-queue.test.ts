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

test('a preemption reaches what runs and what waits, and nothing that comes later or has another key', async () => {
  const queue = new SerialQueue()
  const gate = Promise.withResolvers<void>()
  const seen: (string | undefined)[] = []
  const note = (signal: AbortSignal) => void seen.push(signal.reason?.message)
  const runs = queue.run('a', async (preempted) => {
    await gate.promise
    note(preempted)
  })
  const waits = queue.run('a', async (preempted) => note(preempted))
  const other = queue.run('b', async (preempted) => {
    await gate.promise
    note(preempted)
  })
  queue.preempt('a', new Error('killed'))
  const later = queue.run('a', async (preempted) => note(preempted))
  gate.resolve()
  await Promise.all([runs, waits, other, later])
  expect(seen.toSorted()).toEqual(['killed', 'killed', undefined, undefined])
  queue.preempt('a', new Error('nobody'))
})
