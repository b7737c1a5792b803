/** Removes an entry with everything below it, one after the other, so that a directory of millions takes no more memory than one of ten. */
import { lstat, opendir, rmdir, unlink } from 'node:fs/promises'
import { ServiceError } from '@cay/core/errors.ts'
import { ignoreMissing, isErrno } from '@cay/kit/host/errno.ts'

/** Number of names in memory, for each level. */
const namesMax = 1000

/** Links are not followed. It stops when `isWanted` says no: a sandbox may go on making entries. Throws ENOENT. */
export async function removeEntry(path: string, isWanted: () => boolean): Promise<void> {
  if (path === '/') throw new ServiceError('path_invalid', 'the root of a volume cannot be removed')
  // Names are bytes, which need not be UTF-8.
  await removeTree(Buffer.from(path), isWanted)
}

async function removeTree(path: Buffer, isWanted: () => boolean): Promise<void> {
  if (!(await lstat(path)).isDirectory()) return await unlink(path)
  while (isWanted()) {
    for (const name of await readNames(path)) {
      if (!isWanted()) return
      await removeTree(Buffer.concat([path, Buffer.from('/'), name]), isWanted).catch(ignoreMissing)
    }
    if (await removeEmpty(path)) return
  }
}

async function readNames(path: Buffer): Promise<Buffer[]> {
  const names: Buffer[] = []
  // The types of Node know no names as bytes here.
  const directory = await opendir(path, { encoding: 'buffer' as BufferEncoding })
  for await (const { name } of directory) {
    names.push(Buffer.from(name))
    if (names.length >= namesMax) break
  }
  return names
}

/** False when there is something in it. */
async function removeEmpty(path: Buffer): Promise<boolean> {
  try {
    await rmdir(path)
    return true
  } catch (error) {
    if (isErrno(error, 'ENOTEMPTY')) return false
    throw error
  }
}
