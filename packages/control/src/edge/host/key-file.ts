import { readFile } from 'node:fs/promises'
import { isErrno } from '@cay/kit/host/errno.ts'
import { createAtomic, writeAtomic } from '@cay/kit/host/write-atomic.ts'
import type { KeyFile } from '../../ports/host.ts'

const mode = 0o600

/** A file that only its owner may read. Several processes of one installation may create it at once. */
export function keyFileAt(path: string): KeyFile {
  const read = async () => {
    try {
      return (await readFile(path, 'utf8')).trim()
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return undefined
      throw error
    }
  }
  return {
    read,
    write: (key) => writeAtomic(path, `${key}\n`, mode),
    create: async (key) => ((await createAtomic(path, `${key}\n`, mode)) ? key : ((await read()) ?? key)),
  }
}
