/** A directory's state at one moment, without a copy of its content. */
import { lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { ignoreMissing, isErrno } from '@cay/kit/host/errno.ts'
import { linkOrCopy } from '@cay/kit/host/link-or-copy.ts'

/**
 * Gives every file below `from` that is wanted the same name below `to`, as a hard link; as a copy where another file
 * system is mounted. What is removed meanwhile is left out, and a file that replaced another since an earlier call takes
 * its place. Throws for what is neither a file nor a directory.
 */
export async function linkTree(
  from: string,
  to: string,
  isWanted: (path: string) => boolean,
  prefix = '',
): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readDirectory(from)) {
    const path = `${prefix}${entry.name}`
    if (!isWanted(path)) continue
    const source = `${from}/${entry.name}`
    const target = `${to}/${entry.name}`
    if (entry.isDirectory()) await linkTree(source, target, isWanted, `${path}/`)
    else if (entry.isFile()) await linkFile(source, target).catch(ignoreMissing)
    else throw new Error(`${source} is neither a file nor a directory: remove it, then try again`)
  }
}

async function readDirectory(path: string) {
  try {
    return await readdir(path, { withFileTypes: true })
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return []
    throw error
  }
}

async function linkFile(source: string, target: string): Promise<void> {
  try {
    await linkOrCopy(source, target)
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error
    if (await isSameFile(source, target)) return
    await rm(target)
    await linkOrCopy(source, target)
  }
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([lstat(one), lstat(other)])
  return first.ino === second.ino && first.dev === second.dev
}
