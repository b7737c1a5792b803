import { copyFile, link } from 'node:fs/promises'
import { isErrno } from './errno.ts'

/** Creates a hard link, or a copy when the two are on different file systems. */
export async function linkOrCopy(source: string, path: string): Promise<void> {
  try {
    await link(source, path)
  } catch (error) {
    if (!isErrno(error, 'EXDEV')) throw error
    await copyFile(source, path)
  }
}
