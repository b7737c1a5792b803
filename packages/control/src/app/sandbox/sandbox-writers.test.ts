import { expect, test } from 'vitest'
import type { Store } from '../../ports/store.ts'
import { FakeClock } from '../../sim/fake-clock.ts'
import { untilChanged } from './find-sandbox.ts'
import { Operations } from './operations.ts'
import { SandboxWriters } from './sandbox-writers.ts'

test('a result that could not be written is written later, and others are not kept waiting for it', async () => {
  const isBack = Promise.withResolvers<void>()
  const writers = new SandboxWriters((error) => (error === 'away' ? isBack.promise : undefined))
  const written: unknown[] = []
  let isAway = true
  const { done } = await writers.run('a', async () => ({
    done: writers.start('a', 'pause', {
      work: async () => 'paused',
      settle: async (result) => {
        if (isAway) throw 'away'
        written.push(result)
        return 'settled'
      },
    }),
  }))
  await new Promise(setImmediate)
  expect(await writers.run('a', async () => writers.isBusy('a'))).toBe(true)
  isAway = false
  isBack.resolve()
  expect(await done).toBe('settled')
  expect(written).toEqual([{ status: 'fulfilled', value: 'paused' }])
  expect(writers.isBusy('a')).toBe(false)
})

test('what the node refuses is not repeated', async () => {
  const writers = new SandboxWriters(() => Promise.resolve())
  const refused = new Error('refused')
  const { done } = await writers.run('a', async () => ({
    done: writers.start('a', 'kill', {
      work: () => Promise.reject(refused),
      settle: async (result) => {
        if (result.status === 'rejected') throw result.reason
      },
    }),
  }))
  await expect(done).rejects.toBe(refused)
  expect(writers.isBusy('a')).toBe(false)
})

test('what takes its time does not hold the queue, and comes back to it in order', async () => {
  const writers = new SandboxWriters()
  const node = Promise.withResolvers<string>()
  const log: string[] = []
  const pause = await writers.run('a', async () => ({
    done: writers.start('a', 'pause', {
      work: () => node.promise,
      settle: async (result) => {
        log.push(result.status)
        return result.status === 'fulfilled' ? result.value : 'failed'
      },
    }),
  }))
  await writers.run('a', async () => log.push('another'))
  expect(writers.isBusy('a')).toBe(true)
  node.resolve('paused')
  expect(await pause.done).toBe('paused')
  expect(log).toEqual(['another', 'fulfilled'])
  expect(writers.isBusy('a')).toBe(false)
  expect(writers.underWay('a', 'pause')).toBeUndefined()
})

test('a failure is the starter’s alone, and those that wait go on', async () => {
  const writers = new SandboxWriters()
  const node = Promise.withResolvers<void>()
  const { done, change } = await writers.run('a', async () => ({
    done: writers.start('a', 'capture', {
      work: () => node.promise,
      settle: async () => {
        throw new Error('not settled')
      },
    }),
    change: writers.changed('a'),
  }))
  node.resolve()
  await expect(done).rejects.toThrow('not settled')
  await change.announced
  await writers.idle('a')
  await writers.drained()
  expect(await writers.run('a', async () => 'next')).toBe('next')
})

test('a change resolves all waiters of the sandbox once, and no others', async () => {
  const writers = new SandboxWriters()
  const told: string[] = []
  const wait = async (name: string) => {
    await writers.changed('a').announced
    told.push(name)
  }
  const both = [wait('first'), wait('second')]
  writers.announce('b')
  writers.announce('a')
  await Promise.all(both)
  expect(told).toEqual(['first', 'second'])
  writers.announce('a')
})

test('a request that waits for another control process leaves its wait behind for ever', async () => {
  const writers = new SandboxWriters()
  const clock = new FakeClock()
  // Of the store it is used only that it is shared.
  const operations = new Operations('p1', { store: { isShared: true } as Store, leaseClock: clock })
  const gone = new AbortController()
  const waits = [new AbortController().signal, gone.signal].map((signal) =>
    untilChanged({ operations }, writers.changed('a'), { turn: 0, signal }),
  )
  gone.abort(new Error('gone'))
  await expect(waits[1]).rejects.toThrow('gone')
  expect(writers.isAwaited('a')).toBe(true)
  await clock.advance(1000)
  await waits[0]
  expect(writers.isAwaited('a')).toBe(false)
})

test('of one verb there is one at a time', async () => {
  const writers = new SandboxWriters()
  const task = { work: async () => undefined, settle: async () => undefined }
  await writers.run('a', async () => {
    void writers.start('a', 'kill', task)
    expect(() => writers.start('a', 'kill', task)).toThrow('a kill of a is under way')
    void writers.start('a', 'resume', task)
  })
  await writers.drained()
  expect(writers.isBusy('a')).toBe(false)
})
