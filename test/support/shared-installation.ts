/**
 * Vitest global set-up of the projects that need a machine: one running installation for all their files. Two test runs
 * of one clone can be at work when `CAY_TEST_NAME` gives one of them a data directory of its own.
 */
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { acquireLock, type HeldLock } from '@cay/kit/host/lock-file.ts'
import type { TestProject } from 'vitest/node'
import { printComplaints } from './complaints.ts'
import { type Endpoints, Installation, testDataDir } from './installation.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    readonly installation: Endpoints
  }
}

const testRunName = process.env.CAY_TEST_NAME

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const lock = await lockTestRun(testRunName)
  try {
    return await begin(project, lock)
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function begin(project: TestProject, lock: HeldLock): Promise<() => Promise<void>> {
  const installation = await Installation.prepare(testRunName)
  try {
    await installation.up()
    project.provide('installation', await installation.endpoints())
  } catch (error) {
    await installation.down()
    throw error
  }
  return async () => {
    await installation.down()
    await lock.release()
    await printComplaints(installation.dataDir)
  }
}

async function lockTestRun(name: string | undefined): Promise<HeldLock> {
  const dataDir = testDataDir(name)
  await mkdir(dirname(dataDir), { recursive: true })
  const lock = await acquireLock(`${dataDir}.lock`)
  if (lock !== undefined) return lock
  throw new Error(
    `another test run is at work in ${dataDir}: wait for it, or set CAY_TEST_NAME to a name of your own`,
  )
}
