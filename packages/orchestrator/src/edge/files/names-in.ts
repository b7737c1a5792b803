import { readdir } from 'node:fs/promises'
import { isErrno } from '@cay/kit/host/errno.ts'

/** Names in a directory; none when it does not exist. */
export async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return []
    throw error
  }
}
