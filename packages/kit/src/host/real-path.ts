import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The one spelling of a path, symbolic links followed; what does not exist yet is kept as it is written. */
export function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing || dirname(path) === path) throw error
    return join(realPath(dirname(path)), basename(path))
  }
}
