/**
 * What the examples of agents import: installed once for each list of packages, in a directory of this clone. Nothing of it is a dependency of Cay.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const execute = promisify(execFile)
export const examples = fileURLToPath(new URL('../../examples/agents', import.meta.url))
const kept = fileURLToPath(new URL('../../.cay/examples', import.meta.url))
const installMsMax = 200_000

export type ExamplePackages =
  | { readonly isThere: true; readonly directory: string }
  | { readonly isThere: false; readonly why: string }

/** Copies it to the packages, because Node looks for them beside it. */
export function copyExample(directory: string, name: string): string {
  const copy = join(directory, name)
  cpSync(join(examples, name), copy)
  return copy
}

export function installNodePackages(): Promise<ExamplePackages> {
  return installOnce('node', 'package.json', async (directory) => {
    cpSync(join(examples, 'package.json'), join(directory, 'package.json'))
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock', '--fetch-retries=1']
    await execute('npm', ['install', ...options], { cwd: directory, timeout: installMsMax })
  })
}

/** `bin/python` in the directory finds them. */
export function installPythonPackages(): Promise<ExamplePackages> {
  return installOnce('python', 'requirements.txt', async (directory) => {
    await execute('python3', ['-m', 'venv', directory])
    const install = ['-m', 'pip', 'install', '--quiet', '--retries', '1', '-r']
    const list = join(examples, 'requirements.txt')
    await execute(join(directory, 'bin/python'), [...install, list], { timeout: installMsMax })
  })
}

/** An installation that was cut short is made again. */
async function installOnce(
  kind: string,
  list: string,
  install: (directory: string) => Promise<void>,
): Promise<ExamplePackages> {
  const version = createHash('sha256')
    .update(readFileSync(join(examples, list)))
    .digest('hex')
  const directory = join(kept, kind, version.slice(0, 16))
  const done = join(directory, 'installed')
  try {
    if (!existsSync(done)) {
      rmSync(join(kept, kind), { recursive: true, force: true })
      mkdirSync(directory, { recursive: true })
      await install(directory)
      writeFileSync(done, '')
    }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return { isThere: false, why: /(?:npm error|ERROR:) +(.*)$/m.exec(text)?.[1] ?? text.slice(0, 200) }
  }
  return { isThere: true, directory }
}
