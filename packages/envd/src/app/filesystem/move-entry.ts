/**
 * Renames an entry: it may replace a file or an empty directory, and it never crosses file systems. Extended
 * attributes move with the entry.
 */

import { ServiceError } from '@cay/core/errors.ts'
import type { Owner } from '../../ports/file-tree.ts'
import { ensureParents } from './ensure-directories.ts'
import { describeEntry, type Entry, type EntryDeps } from './entry.ts'
import { fileFailure, isMissing } from './system-failure.ts'

/** Returns the entry at its new path. Throws `not_found` if the source is missing. */
export function moveEntry(
  deps: EntryDeps,
  { source, destination }: { readonly source: string; readonly destination: string },
  owner: Owner,
): Entry {
  try {
    ensureParents(deps.tree, destination, owner)
    deps.tree.rename(source, destination)
    return describeEntry(deps, destination)
  } catch (error) {
    if (isMissing(error)) throw new ServiceError('not_found', `path '${source}' does not exist`)
    throw fileFailure(`cannot move '${source}' to '${destination}'`, error)
  }
}
