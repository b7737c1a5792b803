/**
 * Creates the entries of an archive in a tree that nothing else changes. An entry in the way is removed: a file where
 * a directory is created, and a directory with everything below it where a file is created. Nothing is created or
 * removed through a link, so nothing outside the tree is touched.
 */

import { closeSync, constants, fchmodSync, fchownSync, fstatSync, ftruncateSync, writeSync } from 'node:fs'
import { invalid, type TreeEntry } from '../../dialect/root-changes/change-archive.ts'
import type { Pieces, TreeWriter } from '../../ports/root-files.ts'
import {
  changeModeAt,
  changeOwnerAt,
  linkAt,
  makeDirectoryAt,
  makeNodeAt,
  notFollowingFlag,
  openAt,
  openFlags,
  setTimesAt,
  setTimesOf,
  symlinkAt,
  timesOf,
} from '../filesystem/libc-files.ts'
import { removeAt } from '../filesystem/remove-tree.ts'
import { SystemCallError } from '../libc.ts'
import { DirectoryCursor } from './directory-cursor.ts'
import { readAttributes, writeAttributes } from './open-attributes.ts'

interface EntryLocation {
  readonly parent: number
  readonly name: Buffer
}

const { O_WRONLY, O_CREAT, O_EXCL, S_IFIFO, S_IFCHR, S_IFBLK } = constants
const toMake = O_WRONLY | O_CREAT | O_EXCL | openFlags.notFollowing | openFlags.closeOnExec
const toStandIn = openFlags.directory | openFlags.notFollowing | openFlags.closeOnExec
const nodeKinds = { fifo: S_IFIFO, 'character-device': S_IFCHR, 'block-device': S_IFBLK } as const
const nul = Buffer.alloc(1)
const slash = 0x2f

/** The caller keeps ownership of the open root's file descriptor. */
export function createTreeWriter(root: number): TreeWriter {
  return new Writer(root)
}

class Writer implements TreeWriter {
  readonly #root: number
  readonly #cursor: DirectoryCursor
  readonly #directories: TreeEntry[] = []

  constructor(root: number) {
    this.#root = root
    this.#cursor = new DirectoryCursor(root)
  }

  async add(entry: TreeEntry, content?: Pieces): Promise<void> {
    if (entry.kind === 'directory') this.#directories.push(entry)
    if (entry.path.length === 0) return
    const location = this.#placeOf(entry.path, this.#cursor)
    if (entry.kind === 'directory') await makeDirectory(location)
    else if (content !== undefined) await makeFile(location, entry, content)
    else await this.#makeNode(location, entry)
  }

  async remove(path: Buffer): Promise<void> {
    if (path.length === 0) throw invalid('the root is gone')
    const { directory, name } = split(path)
    try {
      await removeAt(this.#cursor.enter(directory), name)
    } catch (error) {
      if (!isAbsence(error)) throw error
    }
  }

  /**
   * Works bottom-up, because the first change to a directory of the template gives its parent a new modification
   * time.
   */
  finish(): void {
    for (const entry of this.#directories.toReversed()) dressDirectory(this.#cursor.enter(entry.path), entry)
  }

  [Symbol.dispose](): void {
    this.#cursor[Symbol.dispose]()
  }

  async #makeNode({ parent, name }: EntryLocation, entry: TreeEntry): Promise<void> {
    await inPlace({ parent, name }, () => this.#make({ parent, name }, entry))
    // This includes hard links: in gVisor, creating a link makes the process that creates it the owner of the file.
    changeOwnerAt(parent, name, entry.uid, entry.gid, notFollowingFlag)
    if (entry.kind !== 'symlink') changeModeAt(parent, name, entry.mode, 0)
    setTimesAt(parent, name, timesOf(entry.modifiedNs), notFollowingFlag)
  }

  #make({ parent, name }: EntryLocation, { kind, target = nul, device }: TreeEntry): void {
    if (kind === 'symlink') symlinkAt(withNul(target), parent, name)
    else if (kind === 'link') {
      using other = new DirectoryCursor(this.#root)
      const first = this.#placeOf(target, other)
      linkAt(first.parent, first.name, parent, name, 0)
    } else if (kind === 'file' || kind === 'directory') throw invalid(`a ${kind} without content`)
    else makeNodeAt(parent, name, nodeKinds[kind] | 0o600, deviceNumber(device))
  }

  #placeOf(path: Buffer, cursor: DirectoryCursor): EntryLocation {
    const { directory, name } = split(path)
    try {
      return { parent: cursor.enter(directory), name }
    } catch (error) {
      if (isAbsence(error)) throw invalid(`'${path.toString()}' before its directory`)
      throw error
    }
  }
}

async function makeDirectory({ parent, name }: EntryLocation): Promise<void> {
  try {
    closeSync(openAt(parent, name, toStandIn, 0))
  } catch (error) {
    if (!isAbsence(error)) throw error
    await inPlace({ parent, name }, () => makeDirectoryAt(parent, name, 0o700))
  }
}

async function makeFile({ parent, name }: EntryLocation, entry: TreeEntry, content: Pieces): Promise<void> {
  const descriptor = await inPlace({ parent, name }, () => openAt(parent, name, toMake, 0o600))
  try {
    let end = 0
    for await (const { offset, bytes } of content) {
      writeAll(descriptor, bytes, offset)
      end = offset + bytes.length
    }
    if (end < entry.size) ftruncateSync(descriptor, entry.size)
    fchownSync(descriptor, entry.uid, entry.gid)
    if (entry.attributes.length > 0) writeAttributes(descriptor, entry.attributes)
    fchmodSync(descriptor, entry.mode)
    setTimesOf(descriptor, timesOf(entry.modifiedNs))
  } finally {
    closeSync(descriptor)
  }
}

/** Only differing values are set: a directory that equals the template's stays in the template's layer. */
function dressDirectory(descriptor: number, entry: TreeEntry): void {
  const { uid, gid, mode, mtimeNs } = fstatSync(descriptor, { bigint: true })
  if (Number(uid) !== entry.uid || Number(gid) !== entry.gid) fchownSync(descriptor, entry.uid, entry.gid)
  if ((Number(mode) & 0o7777) !== entry.mode) fchmodSync(descriptor, entry.mode)
  if (!sameAttributes(readAttributes(descriptor), entry.attributes))
    writeAttributes(descriptor, entry.attributes)
  if (mtimeNs !== entry.modifiedNs) setTimesOf(descriptor, timesOf(entry.modifiedNs))
}

type Attributes = TreeEntry['attributes']

function sameAttributes(some: Attributes, others: Attributes): boolean {
  const isIn = (list: Attributes) => (one: Attributes[number]) =>
    list.some((other) => other.name.equals(one.name) && other.value.equals(one.value))
  return some.length === others.length && some.every(isIn(others))
}

/** Removes any entry that already has the name. */
async function inPlace<T>({ parent, name }: EntryLocation, make: () => T): Promise<T> {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof SystemCallError) || error.code !== 'EEXIST') throw error
    await removeAt(parent, name)
    return make()
  }
}

function writeAll(descriptor: number, bytes: Uint8Array, offset: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(descriptor, bytes, done, bytes.length - done, offset + done)
  }
}

/** The entry does not exist, or a parent of it is not a directory. */
function isAbsence(error: unknown): boolean {
  return error instanceof SystemCallError && ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(error.code)
}

function split(path: Buffer): { directory: Buffer; name: Buffer } {
  const at = path.lastIndexOf(slash)
  return { directory: path.subarray(0, Math.max(0, at)), name: withNul(path.subarray(at + 1)) }
}

function withNul(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, nul])
}

/** Encodes a device number like the C library's `makedev`. */
function deviceNumber({ major, minor } = { major: 0, minor: 0 }): bigint {
  const [high, low] = [BigInt(major), BigInt(minor)]
  return (
    ((high & 0xfffff000n) << 32n) | ((high & 0xfffn) << 8n) | ((low & 0xffffff00n) << 12n) | (low & 0xffn)
  )
}
