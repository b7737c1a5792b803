/** Programs for tests, out of Debian's packages and never installed: nothing of them is left on the machine. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export interface UnpackedPackages extends AsyncDisposable {
  /** What the packages hold, as if this were the root. */
  readonly tree: string
}

/** Without what they depend on. */
export async function unpackPackages(...names: string[]): Promise<UnpackedPackages> {
  const directory = await mkdtemp(join(tmpdir(), 'cay-packages-'))
  const remove = () => rm(directory, { recursive: true, force: true })
  try {
    const options = { cwd: directory }
    await execute('apt-get', ['-o', 'APT::Sandbox::User=root', 'download', ...names], options)
    for (const file of await readdir(directory)) await execute('dpkg-deb', ['-x', file, 'tree'], options)
  } catch (error) {
    await remove()
    throw error
  }
  return { tree: join(directory, 'tree'), [Symbol.asyncDispose]: remove }
}
