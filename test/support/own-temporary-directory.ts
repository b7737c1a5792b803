/**
 * Vitest global set-up: the files of one project make their temporary directories in one that goes with the run, so
 * that a test that failed, or was ended half-way, leaves nothing either. What is left in it is told.
 */
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/** Sockets are made in it: their paths have room for 107 letters. */
const prefix = 'cay-tests-'
/** A file system in memory: hundreds of databases are made in it, and each would wait for the disk at its start and end. */
const inMemory = '/dev/shm'
/** By its number, as statfs tells it. */
const tmpfs = 0x01021994
/** Bytes: some tests write files of hundreds of megabytes. */
const roomMin = 4 * 2 ** 30

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(await chooseParent(), prefix))
  // Other users of the machine have a part in some tests.
  await chmod(directory, 0o755)
  project.config.env = { ...project.config.env, TMPDIR: directory }
  return async () => {
    const left = await readdir(directory)
    if (left.length > 0) console.log(`\nleft behind by tests of ${project.name}: ${left.join(', ')}`)
    await rm(directory, { recursive: true, force: true })
  }
}

/** In memory where there is room; who names a directory gets it. */
async function chooseParent(): Promise<string> {
  if (process.env.TMPDIR !== undefined) return tmpdir()
  const found = await statfs(inMemory).catch(() => undefined)
  const hasRoom = found?.type === tmpfs && found.bavail * found.bsize >= roomMin
  return hasRoom ? inMemory : tmpdir()
}
