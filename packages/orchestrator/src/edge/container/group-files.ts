/** Files of a cgroup, which may be removed with it at any moment. */
import { readFile, writeFile } from 'node:fs/promises'
import { isErrno } from '@cay/kit/host/errno.ts'

export async function readIfThere(path: string): Promise<string | undefined> {
  return await readFile(path, 'utf8').catch(undefinedWhenGone)
}

export async function writeIfThere(path: string, text: string): Promise<void> {
  // Never created, because a hierarchy has no files of ours.
  await writeFile(path, text, { flag: 'r+' }).catch(undefinedWhenGone)
}

/** ENODEV: the cgroup was removed while the file is open. */
export function undefinedWhenGone(error: unknown): undefined {
  if (!isErrno(error, 'ENOENT', 'ENODEV')) throw error
}
