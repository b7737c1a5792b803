import { copyFile, link } from 'node:fs/promises'
import { isErrno } from '@cay/kit/host/errno.ts'

/** A second name for a file; a copy where snapshots are kept on a file system of their own. */
export async function linkOrCopy(source: string, path: string): Promise<void> {
  try {
    await link(source, path)
  } catch (error) {
    if (!isErrno(error, 'EXDEV')) throw error
    await copyFile(source, path)
  }
}
