/**
 * Vitest global set-up of the projects that need a machine: one running installation for all files of all of them, also
 * when several files run at once. Two test runs of one clone can be at work when `CAY_TEST_NAME` gives one of them a data
 * directory of its own.
 */
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { acquireLock, type HeldLock } from '@cay/kit/host/lock-file.ts'
import type { TestProject } from 'vitest/node'
import { printComplaints } from './complaints.ts'
import { type Endpoints, Installation, testDataDir } from './installation.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    readonly installation: SharedEndpoints
    /** Whose network namespace is the machines' way to everywhere else. Undefined: they are this machine. */
    readonly routerPid: number | undefined
  }
}

interface SharedEndpoints extends Endpoints {
  /** What stands behind `<port>-<id>.` in the names of sandboxes. */
  readonly sandboxDomain: string
}

const testRunName = process.env.CAY_TEST_NAME
/**
 * Few are kept ready: tests build templates by the dozen, and each would have its share of the pool. Tests of the pool have
 * an installation of their own.
 */
const settings = { CAY_POOL_SIZE: '1', CAY_POOL_MAX: '8', CAY_POOL_CREATED: '2' }

interface SharedInstallation {
  readonly endpoints: SharedEndpoints
  readonly stop: () => Promise<void>
  /** Projects that use it. */
  users: number
}

/** Vitest loads this module once for each project, so what they have in common cannot be a variable of it. */
const kept = globalThis as { caySharedInstallation?: SharedInstallation }

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Projects are set up one after another.
  kept.caySharedInstallation ??= await start()
  const shared = kept.caySharedInstallation
  shared.users += 1
  project.provide('installation', shared.endpoints)
  project.provide('routerPid', undefined)
  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    delete kept.caySharedInstallation
    await shared.stop()
  }
}

async function start(): Promise<SharedInstallation> {
  const lock = await lockTestRun(testRunName)
  try {
    return { ...(await startLocked(lock)), users: 0 }
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function startLocked(lock: HeldLock): Promise<Omit<SharedInstallation, 'users'>> {
  const installation = await Installation.prepare(testRunName, settings)
  try {
    await installation.up()
    const endpoints = await installation.endpoints()
    // What docs/settings.md says of an installation on loopback that has no CAY_DOMAIN.
    const sandboxDomain = `localhost:${new URL(endpoints.proxyUrl).port}`
    return { endpoints: { ...endpoints, sandboxDomain }, stop: () => stop(installation, lock) }
  } catch (error) {
    await installation.down()
    throw error
  }
}

async function stop(installation: Installation, lock: HeldLock): Promise<void> {
  await installation.down()
  await lock.release()
  await printComplaints(installation.dataDir)
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
