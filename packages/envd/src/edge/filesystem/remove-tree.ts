/**
 * Removes a directory with everything below it. Every step is relative to an open directory, never to a path, and no
 * link is followed: if a process replaces a directory by a link in the meantime, the link is removed or the call
 * fails, and nothing outside the tree is touched. One file descriptor is open at a time, whatever the depth.
 */

import { closeSync, fstatSync } from 'node:fs'
import { setImmediate as breathe } from 'node:timers/promises'
import { SystemCallError } from '../libc.ts'
import { readNames } from './directory-names.ts'
import { openAt, openFlags, removeDirectoryFlag, unlinkAt, workingDirectory } from './libc-files.ts'

const toList = openFlags.directory | openFlags.notFollowing | openFlags.closeOnExec
const above = toName('..')
const itself = toName('.')
/** Number of entries removed before other requests get a turn. */
const entriesAtOnce = 128
/** Maximum number of names of one directory held in memory. */
const namesMax = 50_000

/**
 * `path` may be missing; it ends in a name that is neither `.` nor `..`. Throws the system's errors; entries removed
 * before an error stay removed.
 */
export async function removeTree(path: string): Promise<void> {
  const { parent, name } = splitPath(path)
  const directory = present(() =>
    openAt(workingDirectory, toName(parent), toList & ~openFlags.notFollowing, 0),
  )
  if (directory === undefined) return
  try {
    await removeAt(directory, name)
  } finally {
    closeSync(directory)
  }
}

/** Does the same for a name, with a terminating NUL, in an open directory. */
export async function removeAt(directory: number, name: Buffer): Promise<void> {
  if (removeLeaf(directory, name)) return
  await new Removal().below(directory, name)
  removeDirectory(directory, name)
}

/** A directory on the way down. */
interface Level {
  readonly name: Buffer
  readonly device: bigint
  readonly inode: bigint
  /** Subdirectories that are still to be removed. */
  readonly left: Buffer[]
  /** If false, the directory must be read again when `left` is empty. */
  isAll: boolean
}

class Removal {
  readonly #levels: Level[] = []
  #current = -1
  #removed = 0

  async below(directory: number, name: Buffer): Promise<void> {
    try {
      await this.#enter(directory, name)
      while (this.#levels.length > 0) {
        const level = this.#levels.at(-1)
        const next = level?.left.pop()
        if (next !== undefined) await this.#enter(this.#current, next)
        else if (level?.isAll === false) await this.#lookAgain(level)
        else this.#goUp()
      }
    } finally {
      if (this.#current >= 0) closeSync(this.#current)
    }
  }

  /** Opens a directory and removes all entries in it that are not directories. */
  async #enter(directory: number, name: Buffer): Promise<void> {
    const opened = openDirectory(directory, name)
    if (opened === undefined) return
    if (this.#current >= 0) closeSync(this.#current)
    this.#current = opened
    const { dev, ino } = fstatSync(opened, { bigint: true })
    const level = { name, device: dev, inode: ino, left: [], isAll: true }
    this.#levels.push(level)
    await this.#removeLeaves(level)
  }

  /** Reads the directory again from its first name. */
  async #lookAgain(level: Level): Promise<void> {
    const opened = openAt(this.#current, itself, toList, 0)
    closeSync(this.#current)
    this.#current = opened
    await this.#removeLeaves(level)
  }

  async #removeLeaves(level: Level): Promise<void> {
    const directory = this.#current
    const { names, isAll } = readNames(directory, namesMax)
    level.isAll = isAll
    for (const entry of names) {
      this.#removed += 1
      if (this.#removed % entriesAtOnce === 0) await breathe()
      if (entry.isDirectory === true || !removeLeaf(directory, entry.name)) level.left.push(entry.name)
    }
  }

  #goUp(): void {
    const done = this.#levels.pop()
    const parent = this.#levels.at(-1)
    if (done === undefined || parent === undefined) return
    const opened = openAt(this.#current, above, toList, 0)
    closeSync(this.#current)
    this.#current = opened
    const { dev, ino } = fstatSync(opened, { bigint: true })
    // Another process has moved the directory elsewhere; the content at its new location must not be removed.
    if (dev !== parent.device || ino !== parent.inode) throw new SystemCallError('rmdir', busy)
    removeDirectory(opened, done.name)
  }
}

const busy = 16
/** The errors of `unlinkat` for a directory. */
const isDirectoryCodes = ['EISDIR', 'EPERM']

/** Returns false if the entry is a directory. */
function removeLeaf(directory: number, name: Buffer): boolean {
  try {
    unlinkAt(directory, name, 0)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true
    if (isDirectoryCodes.includes(codeOf(error) ?? '')) return false
    throw error
  }
}

function removeDirectory(directory: number, name: Buffer): void {
  present(() => unlinkAt(directory, name, removeDirectoryFlag))
}

/**
 * Returns undefined if the entry no longer exists. An entry that has become something else in the meantime is removed
 * as such.
 */
function openDirectory(parent: number, name: Buffer): number | undefined {
  try {
    return present(() => openAt(parent, name, toList, 0))
  } catch (error) {
    const hasChanged = ['ENOTDIR', 'ELOOP'].includes(codeOf(error) ?? '')
    if (hasChanged && removeLeaf(parent, name)) return undefined
    throw error
  }
}

/** Returns undefined if the entry no longer exists. */
function present<T>(call: () => T): T | undefined {
  try {
    return call()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof SystemCallError ? error.code : undefined
}

function splitPath(path: string): { parent: string; name: Buffer } {
  const trimmed = path.replace(/\/+$/, '')
  const slash = trimmed.lastIndexOf('/')
  const parent = slash <= 0 ? '/' : trimmed.slice(0, slash)
  return { parent, name: toName(trimmed.slice(slash + 1)) }
}

function toName(text: string): Buffer {
  return Buffer.from(`${text}\0`)
}
