/**
 * Vitest global set-up: the files of one project make their temporary directories in one that goes with the run, so
 * that a test that failed, or was ended half-way, leaves nothing either. What is left in it is told.
 */
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/** Sockets are made in it: their paths have room for 107 letters. */
const prefix = 'cay-tests-'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), prefix))
  // Other users of the machine have a part in some tests.
  await chmod(directory, 0o755)
  project.config.env = { ...project.config.env, TMPDIR: directory }
  return async () => {
    const left = await readdir(directory)
    if (left.length > 0) console.log(`\nleft behind by tests of ${project.name}: ${left.join(', ')}`)
    await rm(directory, { recursive: true, force: true })
  }
}
