/**
 * What tests need of npm and PyPI that is no dependency of Cay: installed once for each list of packages, below `.cay` of this
 * clone. Where it cannot be had, the caller skips its tests and says why.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages, readCodename, updateLists } from '@cay/cli/edge/host/apt.ts'
import { acquireLock } from '@cay/kit/host/lock-file.ts'
import { run } from '@cay/kit/host/run.ts'

const kept = fileURLToPath(new URL('../../.cay/packages', import.meta.url))
const installMsMax = 240_000
/** Another file of tests may be installing the same. */
const lockSecondsMax = 300

export type KeptPackages =
  | { readonly isThere: true; readonly directory: string }
  | { readonly isThere: false; readonly why: string }

/** Of `package.json` as a text: `node_modules` in the directory has them. */
export function keepNodePackages(name: string, manifest: string): Promise<KeptPackages> {
  return installOnce(name, manifest, async (directory) => {
    writeFileSync(join(directory, 'package.json'), manifest)
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock', '--fetch-retries=1']
    await run(['npm', 'install', ...options], { cwd: directory, env: environment(), timeoutMs: installMsMax })
  })
}

/** Of a list of requirements as a text: `bin/python` in the directory finds them. */
export function keepPythonPackages(name: string, requirements: string): Promise<KeptPackages> {
  return installOnce(name, requirements, async (directory) => {
    await makeEnvironment(directory)
    writeFileSync(join(directory, 'requirements.txt'), requirements)
    const options = ['--quiet', '--disable-pip-version-check', '--retries', '1']
    await run([join(directory, 'bin/python'), '-m', 'pip', 'install', ...options, '-r', 'requirements.txt'], {
      ...{ cwd: directory, env: environment(), timeoutMs: installMsMax },
    })
  })
}

/** Debian's python3 has the module `venv`, but what it puts into an environment is in a package of its own. */
async function makeEnvironment(directory: string): Promise<void> {
  const create = () => run(['python3', '-m', 'venv', '--clear', directory], { env: environment() })
  try {
    await create()
  } catch (error) {
    const codename = await readCodename()
    if (process.getuid?.() !== 0 || codename === undefined) throw error
    const options = { env: environment(), signal: AbortSignal.timeout(installMsMax), doing: () => undefined }
    await updateLists(codename, options)
    await installPackages(['python3-venv'], options)
    await create()
  }
}

/** An installation that was cut short is made again; one of another list under the same name is removed. */
async function installOnce(
  name: string,
  list: string,
  install: (directory: string) => Promise<void>,
): Promise<KeptPackages> {
  const digest = createHash('sha256').update(list).digest('hex').slice(0, 16)
  const directory = join(kept, name, digest)
  const done = join(directory, 'installed')
  mkdirSync(kept, { recursive: true })
  const lock = await acquireLock(join(kept, `${name}.lock`), lockSecondsMax)
  if (lock === undefined) throw new Error(`another process has installed ${name} for ${lockSecondsMax} s`)
  try {
    if (!existsSync(done)) {
      rmSync(join(kept, name), { recursive: true, force: true })
      mkdirSync(directory, { recursive: true })
      await install(directory)
      writeFileSync(done, '')
    }
    return { isThere: true, directory }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return { isThere: false, why: /(?:npm error|ERROR:) +(.*)$/m.exec(text)?.[1] ?? text.slice(0, 200) }
  } finally {
    await lock.release()
  }
}

/** With the settings of npm and pip, so that they find the registries that this machine uses. */
function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
