import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { acquireLock } from './lock-file.ts'
import { keepSharedLock, trySharedLocks } from './shared-locks.ts'

/** Machines of the tests are told apart by their boot ids alone. */
const here = 'boot-of-this-machine'
const there = 'boot-of-another-one'
const beatMs = 100

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cay-shared-locks-'))
})
afterEach(() => rm(directory, { recursive: true }))

const tryLocks = (bootId = here, everyMs = beatMs) =>
  trySharedLocks({ directory, bootId, beatMs: everyMs }, join(directory, 'trial'))

function keep(nodeId: string, bootId: string) {
  const kept = keepSharedLock({ directory, nodeId, bootId, beatMs })
  onTestFinished(() => kept.stop())
  return kept
}

test('the locks of nodes on other machines are tried, and those of this machine are not', async () => {
  keep('n1', here)
  keep('n2', there)
  await expect.poll(() => tryLocks()).toEqual({ held: ['n2'], broken: [] })
  await expect.poll(() => tryLocks(there)).toEqual({ held: ['n1'], broken: [] })
})

test('a node that has ended says nothing of locks', async () => {
  const kept = keep('n2', there)
  await expect.poll(() => tryLocks()).toEqual({ held: ['n2'], broken: [] })
  await kept.stop()
  expect(await tryLocks()).toEqual({ held: [], broken: [] })
})

test('a node whose lock is free although it is alive is named', async () => {
  await mkdir(`${directory}/.cay-nodes`)
  const path = `${directory}/.cay-nodes/n2`
  await writeFile(path, `${there}\n`)
  // As a node does whose lock this machine does not see.
  const renewing = setInterval(() => void utimes(path, new Date(), new Date()), beatMs)
  onTestFinished(() => clearInterval(renewing))
  // A busy machine may not renew it for some of its beats.
  expect(await tryLocks(here, 10 * beatMs)).toEqual({ held: [], broken: ['n2'] })
})

test('a node that finds its file locked takes it as soon as it is free', async () => {
  await mkdir(`${directory}/.cay-nodes`)
  const former = await acquireLock(`${directory}/.cay-nodes/n2`)
  keep('n2', there)
  await former?.release()
  await expect.poll(() => tryLocks()).toEqual({ held: ['n2'], broken: [] })
})
