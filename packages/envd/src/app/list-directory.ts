/**
 * The entries of a directory, and below it down to a depth: parents before children, names in byte order. The directory
 * itself may be a symbolic link; links inside are listed and not followed. What vanishes meanwhile is left out.
 */

import { setImmediate as breathe } from 'node:timers/promises'
import { ServiceError } from '@cay/core/errors.ts'
import { compareNames } from '@cay/core/files/names.ts'
import { fileKind } from '@cay/core/files/permissions.ts'
import type { FilePath, FoundName } from '../ports.ts'
import { describeEntry, type Entry, type EntryDeps } from './entry.ts'
import { failureCode, fileFailure, isMissing } from './system-failure.ts'

/** So many entries are read before other requests get a turn. */
const entriesAtOnce = 256
/** No answer holds more; a tree beyond it must be listed in parts. */
const entriesMax = 1_000_000

/** `depth` 1 is the directory alone. Throws `not_found`, `path_invalid`, `precondition_failed` (a loop of links). */
export async function listDirectory(
  deps: EntryDeps,
  input: { readonly path: string; readonly depth: number },
): Promise<Entry[]> {
  assertDirectory(deps, input.path)
  const found: Entry[] = []
  await walk(deps, { ...input, at: input.path }, found)
  return found
}

interface Place {
  /** As it is shown. */
  readonly path: string
  /** Where it is. */
  readonly at: FilePath
  readonly depth: number
}

async function walk(deps: EntryDeps, place: Place, found: Entry[]): Promise<void> {
  const names = await sortedNames(deps, place)
  for (let begin = 0; begin < names.length; begin += entriesAtOnce) {
    if (begin > 0) await breathe()
    for (const { entry, name } of presentEntries(deps, place, names.slice(begin, begin + entriesAtOnce))) {
      found.push(entry)
      if (found.length > entriesMax)
        throw new ServiceError('request_invalid', `more than ${entriesMax} entries`)
      const isRealDirectory = entry.kind === 'directory' && entry.symlinkTarget === undefined
      if (place.depth > 1 && isRealDirectory) await walk(deps, placeBelow(place, entry, name), found)
    }
  }
}

/** Below a name that is no text, and for such a name, places are bytes. */
function placeBelow({ at, depth }: Place, { path }: Entry, name: FoundName): Place {
  if (typeof at === 'string' && name.bytes === undefined) return { path, at: path, depth: depth - 1 }
  const bytes = name.bytes ?? Buffer.from(name.text)
  return { path, at: Buffer.concat([Buffer.from(at), Buffer.from('/'), bytes]), depth: depth - 1 }
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

async function sortedNames({ tree }: EntryDeps, { path, at }: Place): Promise<FoundName[]> {
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

/** Those of the names that are still there. */
function presentEntries(deps: EntryDeps, { path, at }: Place, names: readonly FoundName[]): Present[] {
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
