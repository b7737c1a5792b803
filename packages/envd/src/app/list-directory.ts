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

async function walk(deps: EntryDeps, { path, at, depth }: Place, found: Entry[]): Promise<void> {
  const shownPrefix = path.replace(/\/*$/, '/')
  for (const name of await sortedNames(deps, { path, at })) {
    const inside = placeOf(name, shownPrefix, at)
    const entry = presentEntry(deps, inside)
    if (entry === undefined) continue
    found.push(entry)
    if (found.length > entriesMax)
      throw new ServiceError('request_invalid', `more than ${entriesMax} entries`)
    if (found.length % entriesAtOnce === 0) await breathe()
    const isRealDirectory = entry.kind === 'directory' && entry.symlinkTarget === undefined
    if (depth > 1 && isRealDirectory) await walk(deps, { ...inside, depth: depth - 1 }, found)
  }
}

/** Below a name that is no text, and for such a name, places are bytes. */
function placeOf(name: FoundName, shownPrefix: string, at: FilePath): Pick<Place, 'path' | 'at'> {
  const path = `${shownPrefix}${name.text}`
  if (typeof at === 'string' && name.bytes === undefined) return { path, at: path }
  const bytes = name.bytes ?? Buffer.from(name.text)
  return { path, at: Buffer.concat([Buffer.from(at), Buffer.from('/'), bytes]) }
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

async function sortedNames(
  { tree }: EntryDeps,
  { path, at }: Pick<Place, 'path' | 'at'>,
): Promise<FoundName[]> {
  try {
    return (await tree.names(at)).sort((a, b) => compareNames(a.text, b.text))
  } catch (error) {
    if (isMissing(error)) return []
    throw fileFailure(`cannot list '${path}'`, error)
  }
}

function presentEntry(deps: EntryDeps, { path, at }: Pick<Place, 'path' | 'at'>): Entry | undefined {
  try {
    return describeEntry(deps, path, at)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw fileFailure(`cannot stat '${path}'`, error)
  }
}
