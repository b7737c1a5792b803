/** The official clients for Python, of the versions that test/conformance-python names, with pytest beside them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepPythonPackages } from './kept-packages.ts'

export const pythonTests = fileURLToPath(new URL('../conformance-python', import.meta.url))

export type PythonClient =
  | { readonly isThere: true; readonly python: string }
  | { readonly isThere: false; readonly why: string }

export async function installPythonClient(): Promise<PythonClient> {
  const requirements = readFileSync(join(pythonTests, 'requirements.txt'), 'utf8')
  const found = await keepPythonPackages('python-client', requirements)
  if (!found.isThere)
    return { isThere: false, why: `the clients for Python cannot be had here: ${found.why}` }
  return { isThere: true, python: join(found.directory, 'bin/python') }
}
