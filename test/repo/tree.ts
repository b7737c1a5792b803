/** The repository's own files, as the tests of the repository read them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Not ours, or not kept: the same as in .gitignore. */
const skipped = ['node_modules', '.git', '.cay', 'coverage', 'dist']

/** Paths of all files below a directory, relative to the root. */
export function filesBelow(directory: string): string[] {
  return readdirSync(join(root, directory), { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (skipped.includes(entry.name) || entry.name.endsWith('.log')) return []
    if (entry.isDirectory()) return filesBelow(path)
    return entry.isFile() ? [relative('.', path)] : []
  })
}

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** Sources of the packages that are run, without tests and generated code. */
export function sources(): string[] {
  return filesBelow('packages').filter(
    (path) => /\/src\/.*\.tsx?$/.test(path) && !path.endsWith('.test.ts') && !path.includes('/gen/'),
  )
}
