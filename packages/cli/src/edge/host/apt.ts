/**
 * apt-get, told to ask nothing, to wait for whoever holds its locks, and to fetch only from the distribution's own
 * sources: a third party that does not answer must not stop us.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { LineSplitter } from '@cay/kit/flow/line-splitter.ts'
import { retry } from '@cay/kit/flow/retry.ts'
import { run, ToolError } from '@cay/kit/host/run.ts'
import {
  type AptSource,
  activityOf,
  findDistributionSources,
  findMainSource,
  hasBackports,
  indexTargetsArgv,
  isLockComplaint,
  parseIndexTargets,
  renderBackports,
  renderSources,
} from '../../dialect/host/apt.ts'
import type { AptOptions } from '../../ports/package-manager.ts'

export const backportsFile = '/etc/apt/sources.list.d/cay-backports.sources'
/** Keyrings of Debian 12 and 13. */
const keyrings = [
  '/usr/share/keyrings/debian-archive-keyring.gpg',
  '/usr/share/keyrings/debian-archive-keyring.pgp',
]
const lockWaitSeconds = 600
const lockRetryMs = 2000
const networkOptions = ['-o', 'Acquire::Retries=3', '-o', 'Acquire::http::Timeout=30']
const aptMsMax = 20 * 60_000

/** `bookworm`, `trixie`, …; undefined when the system does not say. */
export async function readCodename(): Promise<string | undefined> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return /^VERSION_CODENAME="?([\w-]+)"?$/m.exec(text)?.[1]
}

async function readSources(options: AptOptions): Promise<AptSource[]> {
  return parseIndexTargets((await run(indexTargetsArgv, aptRun(options))).stdout)
}

/** Makes the release's backports known to apt, from the mirror it already uses. True when that took a new file. */
export async function ensureBackports(codename: string, options: AptOptions): Promise<boolean> {
  const sources = await readSources(options)
  if (hasBackports(sources, codename)) return false
  const main = findMainSource(sources, codename)
  if (main === undefined) {
    throw new Error(
      `apt has no source for Debian ${codename}: add one to /etc/apt/sources.list and try again`,
    )
  }
  const backports = { ...main, release: `${codename}-backports` }
  await writeFile(backportsFile, renderBackports(backports, findKeyring()), { mode: 0o644 })
  return true
}

/** Fetches the package lists of the distribution, and of nobody else. */
export async function updateLists(codename: string, options: AptOptions): Promise<void> {
  const sources = findDistributionSources(await readSources(options), codename)
  const directory = await mkdtemp(`${tmpdir()}/cay-apt-`)
  try {
    await writeFile(`${directory}/distribution.sources`, renderSources(sources, findKeyring()))
    const only = ['-o', 'Dir::Etc::sourcelist=/dev/null', '-o', `Dir::Etc::sourceparts=${directory}`]
    const keep = ['-o', 'APT::Get::List-Cleanup=false']
    await withoutLockComplaint(() => aptGet(['update', ...only, ...keep], options), options)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

export async function installPackages(names: readonly string[], options: AptOptions): Promise<void> {
  const argv = ['install', '--yes', '--no-install-recommends', ...names]
  await withoutLockComplaint(() => aptGet(argv, options), options)
}

async function aptGet(argv: readonly string[], options: AptOptions): Promise<void> {
  const splitter = new LineSplitter((line) => {
    const activity = activityOf(line)
    if (activity !== undefined) options.doing(activity)
  })
  const onText = (text: string) => splitter.push(text)
  const lockWait = ['-o', `DPkg::Lock::Timeout=${lockWaitSeconds}`]
  const common = aptRun(options)
  await run(['apt-get', ...lockWait, ...networkOptions, ...argv], {
    ...common,
    onStdout: onText,
    onStderr: onText,
  })
}

/** apt waits for dpkg's lock by itself; for the lock of its lists it gives up at once, so we try again. */
async function withoutLockComplaint(task: () => Promise<void>, options: AptOptions): Promise<void> {
  await retry(task, {
    attempts: (lockWaitSeconds * 1000) / lockRetryMs,
    delayMs: () => lockRetryMs,
    signal: options.signal,
    isRetryable: (error) => {
      const isLocked = error instanceof ToolError && isLockComplaint(error.stderr)
      if (isLocked) options.doing('waiting for another process that uses apt')
      return isLocked
    },
  })
}

function aptRun(options: AptOptions) {
  const env = { ...options.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' }
  return { env, signal: options.signal, timeoutMs: aptMsMax }
}

function findKeyring(): string | undefined {
  return keyrings.find((file) => existsSync(file))
}
