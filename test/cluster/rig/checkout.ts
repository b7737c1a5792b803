/** Another version of this repository, as a clone of its own with the packages that are installed here. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
/** What two versions beside each other have to agree about. */
const agreed = ['spec/internal', 'packages/control/src/edge/store/migrations']
/** Of this repository: links to its packages. */
const ownScope = '@cay'

/** The last commit before these changed. Throws where there is no history. */
export async function commitBefore(): Promise<string> {
  const { stdout } = await execute('git', ['log', '-1', '--format=%H', '--', ...agreed], { cwd: root })
  return `${stdout.trim()}^`
}

/** The files of the commit, in that directory, which is made anew. */
export async function checkOut(commit: string, directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true })
  await mkdir(join(directory, 'node_modules', ownScope), { recursive: true })
  const extract = 'git archive "$1" | tar --extract --directory="$2"'
  await execute('sh', ['-ec', extract, 'sh', commit, directory], { cwd: root })
  await linkInstalled('node_modules', directory)
  for (const name of await readdir(join(directory, 'packages'))) {
    await symlink(`../../packages/${name}`, join(directory, 'node_modules', ownScope, name))
    const own = `packages/${name}/node_modules`
    if (!existsSync(join(root, own))) continue
    await mkdir(join(directory, own))
    await linkInstalled(own, directory)
  }
}

/**
 * Hard links of all files: services see the clone that they run from, and nothing else of the directory above it when that is not
 * open to everybody.
 */
async function linkInstalled(path: string, directory: string): Promise<void> {
  const names = (await readdir(join(root, path))).filter((name) => name !== ownScope)
  if (names.length === 0) return
  await execute('cp', ['-al', ...names.map((name) => join(root, path, name)), join(directory, path)])
}
