/**
 * A root file system in memory: names, owners, modes, and the blocks of contents in the new image. Nothing of it is ever a
 * path on this machine, so an archive can only damage its own tree.
 */
import { refuseArchive } from '@cay/core/archive/archive-error.ts'
import { showName } from '@cay/core/archive/bytes.ts'

export interface Attributes {
  /** Permission bits, with set-user-id, set-group-id and sticky. */
  readonly mode: number
  readonly uid: number
  readonly gid: number
  readonly mtimeSeconds: number
  readonly mtimeNanos: number
}

interface Common {
  attributes: Attributes
  /** Which layer put it there: a whiteout hides only what lower layers put. */
  layer: number
}

export interface Directory extends Common {
  readonly kind: 'directory'
  /** Each character of a name is a byte. */
  readonly entries: Map<string, Entry>
}

export interface RegularFile extends Common {
  readonly kind: 'file'
  readonly size: number
  /** First block of the content in the image. */
  block: number
}

export interface SymbolicLink extends Common {
  readonly kind: 'symbolic link'
  readonly target: string
}

export interface Special extends Common {
  readonly kind: 'fifo' | 'socket'
}

/** Hard links are one object under several names. */
export type Entry = Directory | RegularFile | SymbolicLink | Special

const rootAttributes: Attributes = { mode: 0o755, uid: 0, gid: 0, mtimeSeconds: 0, mtimeNanos: 0 }

export function makeDirectory(layer: number, attributes: Attributes = rootAttributes): Directory {
  return { kind: 'directory', attributes, layer, entries: new Map() }
}

/** Symbolic links that are followed on the way to one entry. */
const followedLinksMax = 40

/**
 * The directory that these names lead to, through symbolic links as the system would follow them with this tree as its
 * root. Undefined when there is none, or something else is in the way.
 */
export function findDirectory(root: Directory, names: readonly string[]): Directory | undefined {
  const found = walk(root, names)
  return found?.kind === 'directory' ? found : undefined
}

/** The same for any entry; the last name is followed as well. */
export function findEntry(root: Directory, names: readonly string[]): Entry | undefined {
  return walk(root, names)
}

function walk(root: Directory, names: readonly string[]): Entry | undefined {
  const path: Directory[] = [root]
  const left = [...names].reverse()
  let followed = 0
  let here: Entry = root
  while (left.length > 0) {
    const name = left.pop()
    if (name === undefined || name === '' || name === '.') continue
    if (here.kind !== 'directory') return undefined
    if (name === '..') {
      if (path.length > 1) path.pop()
      here = path.at(-1) ?? root
      continue
    }
    const next: Entry | undefined = here.entries.get(name)
    if (next === undefined) return undefined
    if (next.kind === 'symbolic link') {
      followed += 1
      if (followed > followedLinksMax) return undefined
      if (next.target.startsWith('/')) path.splice(1)
      here = path.at(-1) ?? root
      left.push(...next.target.split('/').reverse())
      continue
    }
    if (next.kind === 'directory') path.push(next)
    here = next
  }
  return here
}

/**
 * The directory for these names, made where it is missing, also where a link leads to nothing: `/home` may be a link to
 * `/var/home`, which the system makes when it boots. Throws request_invalid when something that is no directory is in the way.
 */
export function ensureDirectory(root: Directory, names: readonly string[], layer: number): Directory {
  const path: Directory[] = [root]
  const left = [...names].reverse()
  let followed = 0
  while (left.length > 0) {
    const name = left.pop()
    if (name === undefined || name === '' || name === '.') continue
    if (name === '..') {
      if (path.length > 1) path.pop()
      continue
    }
    const here = path.at(-1) ?? root
    const next = here.entries.get(name) ?? makeDirectory(layer)
    if (next.kind === 'symbolic link') {
      followed += 1
      if (followed > followedLinksMax) throw inTheWay(names)
      if (next.target.startsWith('/')) path.splice(1)
      left.push(...next.target.split('/').reverse())
      continue
    }
    if (next.kind !== 'directory') throw inTheWay(names)
    here.entries.set(name, next)
    path.push(next)
  }
  return path.at(-1) ?? root
}

function inTheWay(names: readonly string[]): Error {
  return refuseArchive(`something that is not a directory is in the way of ${showName(names.join('/'))}`)
}

/** Every directory of the tree with its names, a parent before what is in it. */
export function* directoriesOf(root: Directory): Generator<Directory> {
  const left = [root]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    yield next
    for (const entry of next.entries.values()) if (entry.kind === 'directory') left.push(entry)
  }
}
