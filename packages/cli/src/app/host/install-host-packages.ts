import { acquireLock } from '@cay/kit/host/lock-file.ts'
import type { Step } from '@cay/kit/progress.ts'
import {
  aptNames,
  findMissingPackages,
  type HostPackage,
  needsBackports,
} from '../../dialect/host/host-packages.ts'
import { completePath } from '../../dialect/service/program-path.ts'
import type { AptOptions, PackageManager } from '../../ports/package-manager.ts'

/** One installation at a time on a host, whatever clone or data directory it is for. */
const lockFile = '/run/cay-host-packages.lock'
const lockWaitSeconds = 1200

/** Installs the Debian packages of which this host lacks a program. Runs no apt when it lacks none. */
export async function installHostPackages(
  packages: PackageManager,
  env: Readonly<Record<string, string>>,
  { step, signal }: { readonly step: Step; readonly signal: AbortSignal },
): Promise<void> {
  const path = completePath(env.PATH)
  const missingPackages = async () => findMissingPackages(await packages.inspectPrograms(path))
  if ((await missingPackages()).length === 0) return step.outcome('all there')
  const lock = (await acquireLock(lockFile)) ?? (await waitForOther(step))
  try {
    const missing = await missingPackages()
    if (missing.length === 0) return step.outcome('installed by another process')
    const options = { env: { ...env, PATH: path }, signal, doing: step.doing }
    await install({ packages, missing }, options, step)
    step.outcome(`installed ${missing.map(({ name }) => name).join(', ')}`)
  } finally {
    await lock.release()
  }
  expectNothingMissing(await missingPackages())
}

async function waitForOther(step: Step) {
  step.note('another process is installing Debian packages: waiting for it')
  const lock = await acquireLock(lockFile, lockWaitSeconds)
  if (lock === undefined)
    throw new Error(`another installation has held ${lockFile} for ${lockWaitSeconds} s`)
  return lock
}

interface Installing {
  readonly packages: PackageManager
  readonly missing: readonly HostPackage[]
}

async function install({ packages, missing }: Installing, options: AptOptions, step: Step): Promise<void> {
  const codename = await packages.readCodename()
  const names = missing.map(({ name }) => name).join(', ')
  if (codename === undefined) {
    throw new Error(`these packages are missing, and only Debian 12 and 13 get them from here: ${names}`)
  }
  step.note(`missing: ${names}`)
  if (needsBackports(missing, codename) && (await packages.ensureBackports(codename, options))) {
    step.note(`added ${codename}-backports to apt, for runsc`)
  }
  options.doing('fetching package lists')
  try {
    await packages.updateLists(codename, options)
  } catch (error) {
    options.signal.throwIfAborted()
    // Lists from an earlier day may still do; if they do not, the installation says what it lacks.
    step.note(`warning: package lists could not be brought up to date: ${firstLine(error)}`)
  }
  await packages.installPackages(aptNames(missing, codename), options)
}

function expectNothingMissing(missing: readonly HostPackage[]): void {
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name).join(', ')
  throw new Error(
    `apt-get installed ${names}, yet a program is still missing or too old: is another version first on the PATH?`,
  )
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}
