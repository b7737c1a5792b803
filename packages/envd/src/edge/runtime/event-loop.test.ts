import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { run } from '@cay/kit/host/run.ts'
import { expect, it } from 'vitest'
import { close, epollAdd, fcntl, pipe2 } from '../libc.ts'
import { createEventLoop } from './event-loop.ts'
import { findLoop, readWatchers } from './loop-watchers.ts'

const duplicate = 0
const hasEnded = 1

/**
 * Imitates what a restore makes of a closed connection: its file descriptor is gone, and epoll reports it as ready
 * forever.
 */
function haunt(): () => void {
  const ends = new Int32Array(2)
  pipe2(ends, 0)
  const [reader = -1, writer = -1] = ends
  const ghost = fcntl(reader, duplicate, 0)
  epollAdd(findLoop().instance, ghost, hasEnded)
  close(ghost)
  close(writer)
  return () => close(reader)
}

/** CPU time in milliseconds that the process uses during a tenth of a second without work. */
async function usedWhileIdle(): Promise<number> {
  const before = process.cpuUsage()
  await wait(100)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

it('a restored daemon that has nothing to do does not keep a processor busy', async () => {
  const stop = haunt()
  try {
    // On a busy machine a loop that never rests may be given no processor in one of them.
    await expect.poll(usedWhileIdle).toBeGreaterThan(20)
    await createEventLoop().heal()
    await expect.poll(usedWhileIdle).toBeLessThan(10)
  } finally {
    stop()
  }
})

/** Keeps other threads waking the event loop all the time. */
async function readForAWhile(): Promise<boolean> {
  const until = performance.now() + 400
  while (performance.now() < until) await Promise.all([1, 2, 3, 4].map(() => readFile('/proc/self/stat')))
  return true
}

it('a healed loop still hears of timers, files, children and what other threads send', async () => {
  const stop = haunt()
  try {
    const reading = readForAWhile()
    await createEventLoop().heal()
    expect(await reading).toBe(true)
    expect((await run(['echo', 'heard'])).stdout).toBe('heard\n')
  } finally {
    stop()
  }
})

it('a loop at rest keeps its instance', async () => {
  const { instance } = findLoop()
  const ends = new Int32Array(2)
  pipe2(ends, 0)
  const [reader = -1, writer = -1] = ends
  try {
    epollAdd(instance, reader, hasEnded)
    await createEventLoop().heal()
    expect(() => epollAdd(instance, reader, hasEnded)).toThrow(/EEXIST|exists/)
  } finally {
    close(reader)
    close(writer)
  }
})

it('memory that is not what it should be is not believed', () => {
  const loop = findLoop()
  expect(() => readWatchers({ ...loop, instance: loop.instance + 1 })).toThrow(/it stays as it is/)
})
