import { afterEach, expect, test, vi } from 'vitest'
import { FairSemaphore } from './fair-semaphore.ts'

afterEach(() => vi.useRealTimers())

test('a task whose signal fires while it waits is never run, and takes nobody’s turn', async () => {
  const permits = new FairSemaphore({ permits: 1 })
  const gate = Promise.withResolvers<void>()
  const abort = new AbortController()
  const first = permits.run('a', () => gate.promise)
  const ran: string[] = []
  const second = permits.run('a', async () => void ran.push('second'), abort.signal)
  const third = permits.run('a', async () => void ran.push('third'))
  abort.abort(new Error('killed'))
  await expect(second).rejects.toThrow('killed')
  expect(permits.waiting).toBe(1)
  gate.resolve()
  await Promise.all([first, third])
  expect(ran).toEqual(['third'])
})

test('a signal that fires once a task runs is the task’s own business', async () => {
  const permits = new FairSemaphore({ permits: 1 })
  const gate = Promise.withResolvers<string>()
  const abort = new AbortController()
  const task = permits.run('a', () => gate.promise, abort.signal)
  abort.abort(new Error('killed'))
  gate.resolve('done')
  expect(await task).toBe('done')
  await expect(permits.run('a', async () => 'late', abort.signal)).rejects.toThrow('killed')
})

test('a task that is over its turn goes on without a permit, and gives none back twice', async () => {
  vi.useFakeTimers()
  const permits = new FairSemaphore({ permits: 1 })
  const slow = Promise.withResolvers<void>()
  const endless = permits.runForTurn('a', () => slow.promise, { turnMsMax: 1_000 })
  const ran: string[] = []
  const next = permits.run('a', async () => void ran.push('next'))
  await vi.advanceTimersByTimeAsync(1_000)
  await next
  expect(ran).toEqual(['next'])
  slow.resolve()
  await endless
  const gate = Promise.withResolvers<void>()
  const holds = permits.run('a', () => gate.promise)
  const waits = permits.run('a', async () => void ran.push('waited'))
  await vi.advanceTimersByTimeAsync(0)
  expect(ran).toEqual(['next'])
  gate.resolve()
  await Promise.all([holds, waits])
})
