/**
 * The entries of a directory, and below it down to a depth: parents before children, names in byte order. The directory
 * itself may be a symbolic link; links inside are listed and not followed. What vanishes meanwhile is left out.
 */

import { setImmediate as breathe } from 'node:timers/promises'
import { ServiceError } from '@cay/core/errors.ts'
import { compareNames } from '@cay/core/files/names.ts'
import { fileKind } from '@cay/core/files/permissions.ts'
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
  await walk(deps, input, found)
  return found
}

async function walk(
  deps: EntryDeps,
  { path, depth }: { readonly path: string; readonly depth: number },
  found: Entry[],
): Promise<void> {
  for (const name of await sortedNames(deps, path)) {
    const entry = presentEntry(deps, path === '/' ? `/${name}` : `${path.replace(/\/+$/, '')}/${name}`)
    if (entry === undefined) continue
    found.push(entry)
    if (found.length > entriesMax)
      throw new ServiceError('request_invalid', `more than ${entriesMax} entries`)
    if (found.length % entriesAtOnce === 0) await breathe()
    const isRealDirectory = entry.kind === 'directory' && entry.symlinkTarget === undefined
    if (depth > 1 && isRealDirectory) await walk(deps, { path: entry.path, depth: depth - 1 }, found)
  }
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

async function sortedNames({ tree }: EntryDeps, path: string): Promise<string[]> {
  try {
    return (await tree.names(path)).sort(compareNames)
  } catch (error) {
    if (isMissing(error)) return []
    throw fileFailure(`cannot list '${path}'`, error)
  }
}

function presentEntry(deps: EntryDeps, path: string): Entry | undefined {
  try {
    return describeEntry(deps, path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw fileFailure(`cannot stat '${path}'`, error)
  }
}
