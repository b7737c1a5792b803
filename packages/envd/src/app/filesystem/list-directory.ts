/**
 * Lists the entries of a directory, and below it down to a given depth: parents before children, names in byte order.
 * The directory itself may be a symbolic link; links inside are listed and not followed. Entries that disappear
 * during the listing are left out. Entries are passed on one by one, because a large tree held at once would fill the
 * heap.
 */

import { setImmediate as breathe } from 'node:timers/promises'
import { limits } from '@cay/contract/limits.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { compareNames } from '@cay/core/files/names.ts'
import { fileKind } from '@cay/core/files/permissions.ts'
import type { FilePath, FoundName } from '../../ports/file-tree.ts'
import { describeEntry, type Entry, type EntryDeps } from './entry.ts'
import { failureCode, fileFailure, isMissing } from './system-failure.ts'

/** Number of entries read before other requests get a turn. */
const entriesAtOnce = 256
/** Estimated memory per name while its directory is being walked. */
const nameBytes = 100

export interface ListInput {
  readonly path: string
  /** A depth of 1 lists the directory alone. */
  readonly depth: number
  /** The memory budget shared by all listings. */
  readonly budget: { take(bytes: number): void; release(bytes: number): void }
}

/**
 * Throws `not_found`, `path_invalid`, `precondition_failed` (a loop of links), `request_invalid` (the tree is too
 * large for one listing), and what the budget throws.
 */
export async function listDirectory(
  deps: EntryDeps,
  { path, depth, budget }: ListInput,
  take: (entry: Entry) => void,
): Promise<void> {
  assertDirectory(deps, path)
  let count = 0
  const takeCounted = (entry: Entry) => {
    count += 1
    if (count > limits.listedEntriesMax) {
      throw new ServiceError('request_invalid', `more than ${limits.listedEntriesMax} entries`)
    }
    take(entry)
  }
  await walk(deps, { path, at: path, depth, budget }, takeCounted)
}

interface WalkPosition {
  /** The path as shown to the caller. */
  readonly path: string
  /** The path used for system calls. */
  readonly at: FilePath
  readonly depth: number
  readonly budget: ListInput['budget']
}

async function walk(deps: EntryDeps, position: WalkPosition, take: (entry: Entry) => void): Promise<void> {
  const names = await sortedNames(deps, position)
  const heldBytes = names.length * nameBytes
  position.budget.take(heldBytes)
  try {
    await walkThrough(deps, { ...position, names }, take)
  } finally {
    position.budget.release(heldBytes)
  }
}

async function walkThrough(
  deps: EntryDeps,
  { names, ...position }: WalkPosition & { readonly names: readonly FoundName[] },
  take: (entry: Entry) => void,
): Promise<void> {
  for (let begin = 0; begin < names.length; begin += entriesAtOnce) {
    if (begin > 0) await breathe()
    for (const { entry, name } of presentEntries(deps, position, names.slice(begin, begin + entriesAtOnce))) {
      take(entry)
      const isRealDirectory = entry.kind === 'directory' && entry.symlinkTarget === undefined
      if (position.depth > 1 && isRealDirectory) await walk(deps, positionBelow(position, entry, name), take)
    }
  }
}

/** At and below a name that is not valid UTF-8, the system path must be bytes. */
function positionBelow({ at, depth, budget }: WalkPosition, { path }: Entry, name: FoundName): WalkPosition {
  const below = { path, depth: depth - 1, budget }
  if (typeof at === 'string' && name.bytes === undefined) return { ...below, at: path }
  const bytes = name.bytes ?? Buffer.from(name.text)
  return { ...below, at: Buffer.concat([Buffer.from(at), Buffer.from('/'), bytes]) }
}

function assertDirectory({ tree }: EntryDeps, path: string): void {
  let mode: number
  try {
    mode = tree.stat(path).mode
  } catch (error) {
    if (isMissing(error)) throw new ServiceError('not_found', `path '${path}' does not exist`)
    if (failureCode(error) === 'ELOOP') {
      throw new ServiceError('precondition_failed', `path '${path}' is a loop of symbolic links`)
    }
    throw fileFailure(`cannot list '${path}'`, error)
  }
  if (fileKind(mode) !== 'directory') {
    throw new ServiceError('path_invalid', `path '${path}' is not a directory`)
  }
}

async function sortedNames({ tree }: EntryDeps, { path, at }: WalkPosition): Promise<FoundName[]> {
  try {
    return (await tree.names(at)).sort((a, b) => compareNames(a.text, b.text))
  } catch (error) {
    if (isMissing(error)) return []
    throw fileFailure(`cannot list '${path}'`, error)
  }
}

interface Present {
  readonly entry: Entry
  readonly name: FoundName
}

/** Describes those entries that still exist. */
function presentEntries(deps: EntryDeps, { path, at }: WalkPosition, names: readonly FoundName[]): Present[] {
  const prefix = path.replace(/\/*$/, '/')
  const describe = (name: FoundName): Present[] => {
    try {
      return [{ name, entry: describeEntry(deps, `${prefix}${name.text}`, name.bytes ?? name.text) }]
    } catch (error) {
      if (isMissing(error)) return []
      throw error
    }
  }
  try {
    return deps.tree.lookAround(at, () => names.flatMap(describe))
  } catch (error) {
    if (isMissing(error)) return []
    throw fileFailure(`cannot list '${path}'`, error)
  }
}
