import { readFile } from 'node:fs/promises'
import { isErrno } from '@cay/kit/host/errno.ts'
import { writeAtomic } from '@cay/kit/host/write-atomic.ts'
import type { KeyFile } from '../../ports/host.ts'

/** A file that only its owner may read. */
export function keyFileAt(path: string): KeyFile {
  return {
    async read() {
      try {
        return (await readFile(path, 'utf8')).trim()
      } catch (error) {
        if (isErrno(error, 'ENOENT')) return undefined
        throw error
      }
    },
    write: (key) => writeAtomic(path, `${key}\n`, 0o600),
  }
}
