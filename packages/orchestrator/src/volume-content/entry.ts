/** An entry of a volume in the wire format. */
import type { Stats } from 'node:fs'
import { lstat, readlink } from 'node:fs/promises'
import { posix } from 'node:path'

export interface Entry {
  readonly name: string
  readonly path: string
  readonly type: 'unknown' | 'file' | 'directory' | 'symlink'
  readonly size: number
  readonly mode: number
  readonly uid: number
  readonly gid: number
  readonly atime: string
  readonly mtime: string
  readonly ctime: string
  readonly target?: string
}

const permissionBits = 0o7777

/** `uidBase`: the id on the node that is 0 in sandboxes. */
export async function readEntry(path: string, uidBase: number): Promise<Entry> {
  const stats = await lstat(path)
  return {
    name: posix.basename(path),
    path,
    type: typeOf(stats),
    size: stats.size,
    mode: stats.mode & permissionBits,
    uid: stats.uid - uidBase,
    gid: stats.gid - uidBase,
    atime: stats.atime.toISOString(),
    mtime: stats.mtime.toISOString(),
    ctime: stats.ctime.toISOString(),
    ...(stats.isSymbolicLink() ? { target: await readlink(path) } : {}),
  }
}

function typeOf(stats: Stats): Entry['type'] {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'directory'
  return stats.isSymbolicLink() ? 'symlink' : 'unknown'
}
