import { statSync } from 'node:fs'
import { codeDirectories } from '../service/service-view.ts'

const readable = 0o004
const enterable = 0o005

/**
 * A part of the clone that only its owner can read, as a clone made under `umask 077` has them; undefined when there is
 * none. The directories above do not matter: services see the clone without them.
 */
export function findUnreadable(packages: string): string | undefined {
  const [sources = packages, ...others] = codeDirectories(packages)
  const directories = [sources, `${sources}/control`, `${sources}/control/src`, ...others]
  return (
    directories.find((path) => !has(path, enterable)) ??
    [`${sources}/control/src/main.ts`].find((path) => !has(path, readable))
  )
}

function has(path: string, bits: number): boolean {
  return (statSync(path).mode & bits) === bits
}
