import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isErrno } from './errno.ts'

/** The one spelling of a path, symbolic links followed; what does not exist yet is kept as it is written. */
export function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if (!isErrno(error, 'ENOENT') || dirname(path) === path) throw error
    return join(realPath(dirname(path)), basename(path))
  }
}
