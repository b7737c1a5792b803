/**
 * Walks a tree of files that must not change meanwhile, each directory before its content. It descends through open
 * directories, so no path is too long, and it follows no links. At most three file descriptors are open at a time,
 * whatever the depth.
 */

import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  type StatsBase,
} from 'node:fs'
import type { EntryKind, TreeEntry } from '../../dialect/root-changes/change-archive.ts'
import type { FoundEntry, WalkListener } from '../../ports/root-files.ts'
import { type NameBytes, nameBatches } from '../filesystem/directory-names.ts'
import { changeDirectory, openAt, openFlags } from '../filesystem/libc-files.ts'
import { fileContent } from './file-data.ts'
import { readAttributes } from './open-attributes.ts'

export interface Walk extends WalkListener {
  /** An open file descriptor of the tree's root; the caller keeps ownership. */
  readonly root: number
  /** Returns whether an entry that is not a directory is included. */
  readonly isWanted: (stat: StatsBase<bigint>) => boolean
}

const toList = openFlags.directory | openFlags.notFollowing | openFlags.closeOnExec
const toRead = constants.O_RDONLY | constants.O_NONBLOCK | openFlags.notFollowing | openFlags.closeOnExec
const slash = Buffer.from('/')
const here = Buffer.from('.\0')
const above = Buffer.from('..\0')

export async function* walkTree(walk: Walk): AsyncGenerator<FoundEntry> {
  yield* new TreeWalk(walk).all()
}

class TreeWalk {
  readonly #walk: Walk
  readonly #usual = openSync('.', openFlags.path | openFlags.directory)
  /** Directories still to be entered, by level. */
  readonly #left: Buffer[][] = []
  /** The first names of files with several hard links, by device and inode. */
  readonly #firstNames = new Map<string, Buffer>()
  #current: number
  #path: Buffer = Buffer.alloc(0)

  constructor(walk: Walk) {
    this.#walk = walk
    this.#current = openAt(walk.root, here, toList, 0)
  }

  async *all(): AsyncGenerator<FoundEntry> {
    try {
      yield* this.#directory()
      while (this.#left.length > 0) {
        const next = this.#left.at(-1)?.pop()
        if (next === undefined) this.#goUp()
        else {
          this.#goDown(next)
          yield* this.#directory()
        }
      }
    } finally {
      closeSync(this.#current)
      closeSync(this.#usual)
    }
  }

  #goDown(name: Buffer): void {
    this.#replaceCurrent(openAt(this.#current, name, toList, 0))
    this.#path = this.#pathOf(name)
  }

  #goUp(): void {
    this.#left.pop()
    if (this.#left.length === 0) return
    this.#replaceCurrent(openAt(this.#current, above, toList, 0))
    this.#path = this.#path.subarray(0, Math.max(0, this.#path.lastIndexOf(slash)))
  }

  #replaceCurrent(descriptor: number): void {
    closeSync(this.#current)
    this.#current = descriptor
  }

  async *#directory(): AsyncGenerator<FoundEntry> {
    const deeper: Buffer[] = []
    this.#left.push(deeper)
    const stat = fstatSync(this.#current, { bigint: true })
    if (this.#walk.isUnchanged(this.#path, stat.ctimeNs)) return
    this.#walk.onPath(this.#path)
    yield { entry: this.#entry(this.#path, stat, 'directory', { attributes: readAttributes(this.#current) }) }
    for (const batch of nameBatches(this.#current)) {
      for (const { name, found } of this.#look(batch)) {
        if (found === 'directory') deeper.push(name)
        else yield* this.#withContent(name, found)
      }
    }
  }

  /**
   * Must be synchronous: the current directory of the process is changed during the call, so that relative names save
   * path resolution.
   */
  #look(batch: readonly NameBytes[]): { name: Buffer; found: TreeEntry | 'directory' }[] {
    changeDirectory(this.#current)
    try {
      return batch.flatMap(({ name, isDirectory }) => {
        const path = this.#pathOf(name)
        if (this.#walk.isLeftOut(path)) return []
        if (isDirectory === true) return [{ name, found: 'directory' as const }]
        const found = this.#lookAt(name.subarray(0, -1), path)
        return found === undefined ? [] : [{ name, found }]
      })
    } finally {
      changeDirectory(this.#usual)
    }
  }

  #lookAt(name: Buffer, path: Buffer): TreeEntry | 'directory' | undefined {
    const stat = lstatSync(name, { bigint: true })
    const kind = kindOf(stat)
    if (kind === undefined) return undefined
    if (kind === 'directory') return kind
    this.#walk.onPath(path)
    if (!this.#walk.isWanted(stat)) return undefined
    const first = this.#firstName(stat, path)
    if (first !== undefined) return this.#entry(path, stat, 'link', { target: first })
    if (kind !== 'symlink') return this.#entry(path, stat, kind)
    return this.#entry(path, stat, kind, { target: readlinkSync(name, { encoding: 'buffer' }) })
  }

  #firstName({ dev, ino, nlink }: BigIntStats, path: Buffer): Buffer | undefined {
    if (nlink <= 1n) return undefined
    const key = `${dev}:${ino}`
    const first = this.#firstNames.get(key)
    if (first === undefined) this.#firstNames.set(key, path)
    return first
  }

  *#withContent(name: Buffer, entry: TreeEntry): Generator<FoundEntry> {
    if (entry.kind !== 'file') {
      yield { entry }
      return
    }
    const descriptor = openAt(this.#current, name, toRead, 0)
    try {
      const whole = { ...entry, attributes: readAttributes(descriptor) }
      yield { entry: whole, content: fileContent(descriptor, entry.size) }
    } finally {
      closeSync(descriptor)
    }
  }

  #pathOf(name: Buffer): Buffer {
    const bare = name.subarray(0, -1)
    return this.#path.length === 0 ? Buffer.from(bare) : Buffer.concat([this.#path, slash, bare])
  }

  #entry(path: Buffer, stat: BigIntStats, kind: EntryKind, more: Partial<TreeEntry> = {}): TreeEntry {
    return {
      path,
      kind,
      mode: Number(stat.mode) & 0o7777,
      uid: Number(stat.uid),
      gid: Number(stat.gid),
      modifiedNs: stat.mtimeNs,
      size: kind === 'file' ? Number(stat.size) : 0,
      attributes: [],
      ...(kind.endsWith('-device') ? { device: deviceOf(stat.rdev) } : {}),
      ...more,
    }
  }
}

function kindOf(stat: BigIntStats): Exclude<EntryKind, 'link'> | undefined {
  if (stat.isFile()) return 'file'
  if (stat.isDirectory()) return 'directory'
  if (stat.isSymbolicLink()) return 'symlink'
  if (stat.isFIFO()) return 'fifo'
  if (stat.isCharacterDevice()) return 'character-device'
  return stat.isBlockDevice() ? 'block-device' : undefined
}

/** Decodes a device number like the C library's `major` and `minor`. */
function deviceOf(device: bigint): { major: number; minor: number } {
  return {
    major: Number(((device >> 8n) & 0xfffn) | ((device >> 32n) & 0xfffff000n)),
    minor: Number((device & 0xffn) | ((device >> 12n) & 0xffffff00n)),
  }
}
