/** The official client for Python in an environment of its own, where Python and an index of its packages can be had. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)
/** The one that the examples were tried with. */
const clientVersion = '2.63.0'
const installMsMax = 240_000

export type PythonClient =
  | { readonly isThere: true; readonly python: string; readonly remove: () => void }
  | { readonly isThere: false; readonly why: string }

export async function installPythonClient(): Promise<PythonClient> {
  const directory = mkdtempSync(join(tmpdir(), 'cay-python-'))
  const remove = () => rmSync(directory, { recursive: true, force: true })
  const python = join(directory, 'bin/python')
  try {
    await execute('python3', ['-m', 'venv', directory])
    const install = ['-m', 'pip', 'install', '--quiet', '--retries', '1', `e2b==${clientVersion}`]
    await execute(python, install, { timeout: installMsMax })
    return { isThere: true, python, remove }
  } catch (error) {
    remove()
    const [, why] = /^.*(?:ERROR:|Error:) *(.*)$/m.exec(error instanceof Error ? error.message : '') ?? []
    return { isThere: false, why: why ?? String(error) }
  }
}
