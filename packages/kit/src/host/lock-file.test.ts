import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acquireLock } from './lock-file.ts'
import { startServiceProcess } from './service-process.ts'
import { writeAtomic } from './write-atomic.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cay-lock-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

test('one holder at a time; the next gets it after a release', async () => {
  const path = join(directory, 'a.lock')
  const first = await acquireLock(path)
  expect(first).toBeDefined()
  expect(await acquireLock(path)).toBeUndefined()
  await first?.release()
  const second = await acquireLock(path)
  expect(second).toBeDefined()
  await second?.release()
})

test('a waiter gets the lock when the holder lets go', async () => {
  const path = join(directory, 'a.lock')
  const first = await acquireLock(path)
  const waiting = acquireLock(path, 30)
  await first?.release()
  const second = await waiting
  expect(second).toBeDefined()
  await second?.release()
})

test('a holder that is killed with -9 leaves no lock', async () => {
  const path = join(directory, 'a.lock')
  const main = join(directory, 'main.ts')
  const lockModule = new URL('./lock-file.ts', import.meta.url).href
  await writeAtomic(
    main,
    `import { acquireLock } from '${lockModule}'
     await acquireLock('${path}')
     process.send?.({ kind: 'ready', listening: {} })
     setInterval(() => undefined, 60_000)`,
  )
  const holder = startServiceProcess({ name: 'holder', file: main, env: {}, onLine: () => undefined })
  try {
    await holder.ready
    expect(await acquireLock(path)).toBeUndefined()
    holder.kill('SIGKILL')
    await holder.exited
    const next = await acquireLock(path, 30)
    expect(next).toBeDefined()
    await next?.release()
  } finally {
    await holder.stop(0)
  }
})

test('a lock in a directory that does not exist is an error that names it', async () => {
  await expect(acquireLock(join(directory, 'none/a.lock'))).rejects.toThrow('none/a.lock')
})
