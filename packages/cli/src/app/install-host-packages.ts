import { acquireLock } from '@cay/kit/host/lock-file.ts'
import type { Step } from '@cay/kit/progress.ts'
import { aptNames, findMissingPackages, needsBackports } from '../dialect/host-packages.ts'
import { type AptOptions, ensureBackports, installPackages, readCodename, updateLists } from '../edge/apt.ts'
import { completePath, inspectPrograms } from '../edge/host-programs.ts'

/** One installation at a time on a host, whatever clone or data directory it is for. */
const lockFile = '/run/cay-host-packages.lock'
const lockWaitSeconds = 1200

/** Installs the Debian packages of which this host lacks a program. Runs no apt when it lacks none. */
export async function installHostPackages(
  env: Readonly<Record<string, string>>,
  step: Step,
  signal: AbortSignal,
): Promise<void> {
  const path = completePath(env.PATH)
  if ((await missingPackages(path)).length === 0) return step.outcome('all there')
  const lock = (await acquireLock(lockFile)) ?? (await waitForOther(step))
  try {
    const missing = await missingPackages(path)
    if (missing.length === 0) return step.outcome('installed by another process')
    await install(missing, { env: { ...env, PATH: path }, signal, doing: step.doing }, step)
    step.outcome(`installed ${missing.map(({ name }) => name).join(', ')}`)
  } finally {
    await lock.release()
  }
  await expectNothingMissing(path)
}

async function waitForOther(step: Step) {
  step.note('another process is installing Debian packages: waiting for it')
  const lock = await acquireLock(lockFile, lockWaitSeconds)
  if (lock === undefined)
    throw new Error(`another installation has held ${lockFile} for ${lockWaitSeconds} s`)
  return lock
}

async function missingPackages(path: string) {
  return findMissingPackages(await inspectPrograms(path))
}

async function install(
  missing: Awaited<ReturnType<typeof missingPackages>>,
  options: AptOptions,
  step: Step,
): Promise<void> {
  const codename = await readCodename()
  const names = missing.map(({ name }) => name).join(', ')
  if (codename === undefined) {
    throw new Error(`these packages are missing, and only Debian 12 and 13 get them from here: ${names}`)
  }
  step.note(`missing: ${names}`)
  if (needsBackports(missing, codename) && (await ensureBackports(codename, options))) {
    step.note(`added ${codename}-backports to apt, for runsc`)
  }
  options.doing('fetching package lists')
  try {
    await updateLists(codename, options)
  } catch (error) {
    options.signal.throwIfAborted()
    // Lists from an earlier day may still do; if they do not, the installation says what it lacks.
    step.note(`warning: package lists could not be brought up to date: ${firstLine(error)}`)
  }
  await installPackages(aptNames(missing, codename), options)
}

async function expectNothingMissing(path: string): Promise<void> {
  const missing = (await missingPackages(path)).map(({ name }) => name)
  if (missing.length === 0) return
  throw new Error(
    `apt-get installed ${missing.join(', ')}, yet a program is still missing or too old: is another version first on the PATH?`,
  )
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}
