/** Another version of this repository, as a clone of its own that shares the installed packages. */
import { execFile } from 'node:child_process'
import { mkdir, readdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
/** What two versions beside each other have to agree about. */
const agreed = ['spec/internal', 'packages/control/src/edge/store/migrations']

/** The last commit before these changed. Throws where there is no history. */
export async function commitBefore(): Promise<string> {
  const { stdout } = await execute('git', ['log', '-1', '--format=%H', '--', ...agreed], { cwd: root })
  return `${stdout.trim()}^`
}

/** The files of the commit, in that directory, which is made anew. */
export async function checkOut(commit: string, directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true })
  await mkdir(join(directory, 'node_modules/@cay'), { recursive: true })
  const extract = 'git archive "$1" | tar --extract --directory="$2"'
  await execute('sh', ['-ec', extract, 'sh', commit, directory], { cwd: root })
  await linkAll(join(root, 'node_modules'), join(directory, 'node_modules'), ['@cay'])
  for (const name of await readdir(join(directory, 'packages'))) {
    await symlink(join(directory, 'packages', name), join(directory, 'node_modules/@cay', name))
    const own = join(root, 'packages', name, 'node_modules')
    await symlink(own, join(directory, 'packages', name, 'node_modules'))
  }
}

async function linkAll(from: string, to: string, except: readonly string[]): Promise<void> {
  for (const name of await readdir(from))
    if (!except.includes(name)) await symlink(join(from, name), join(to, name))
}
