/**
 * Creates a directory and its missing parents, each owned by the user. It descends through open directories: a
 * directory that was just created is opened without following links before its owner is changed, so a symbolic link
 * put in its place cannot redirect the change of owner.
 */

import { closeSync, fchownSync } from 'node:fs'
import type { Owner } from '../../ports/file-tree.ts'
import { SystemCallError } from '../libc.ts'
import { makeDirectoryAt, openAt, openFlags, workingDirectory } from './libc-files.ts'

const toPass = openFlags.path | openFlags.directory | openFlags.closeOnExec
const toOwn = openFlags.directory | openFlags.notFollowing | openFlags.closeOnExec
const mode = 0o755

/** Descending step by step could create paths that are too long for any system call. */
const pathBytesMax = 4096
const nameTooLong = 36

/** `path` is absolute. Throws ENAMETOOLONG, ENOTDIR, ELOOP, EEXIST (a link that leads nowhere), ENOSPC. */
export function makeDirectories(path: string, owner: Owner): void {
  if (Buffer.byteLength(path) >= pathBytesMax) throw new SystemCallError('mkdir', nameTooLong)
  let current = openAt(workingDirectory, Buffer.from('/\0'), toPass, 0)
  try {
    for (const part of path.split('/')) {
      if (part === '' || part === '.') continue
      const next = enter(current, Buffer.from(`${part}\0`), owner)
      closeSync(current)
      current = next
    }
  } finally {
    closeSync(current)
  }
}

function enter(parent: number, name: Buffer, owner: Owner): number {
  const existing = openExisting(parent, name)
  if (existing !== undefined) return existing
  try {
    makeDirectoryAt(parent, name, mode)
  } catch (error) {
    // Another request has created it in the meantime.
    const made = error instanceof SystemCallError && error.code === 'EEXIST' && openExisting(parent, name)
    if (typeof made === 'number') return made
    throw error
  }
  const made = openAt(parent, name, toOwn, 0)
  try {
    fchownSync(made, owner.uid, owner.gid)
    return made
  } catch (error) {
    closeSync(made)
    throw error
  }
}

function openExisting(parent: number, name: Buffer): number | undefined {
  try {
    return openAt(parent, name, toPass, 0)
  } catch (error) {
    if (error instanceof SystemCallError && error.code === 'ENOENT') return undefined
    throw error
  }
}
