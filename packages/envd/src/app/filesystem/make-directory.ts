/** Creates a directory and its missing parents, owned by the user. */

import { ServiceError } from '@cay/core/errors.ts'
import { fileKind } from '@cay/core/files/permissions.ts'
import type { Owner } from '../../ports/file-tree.ts'
import { ensureDirectories } from './ensure-directories.ts'
import { describeEntry, type Entry, type EntryDeps } from './entry.ts'
import { fileFailure, isMissing } from './system-failure.ts'

/** Throws `already_exists` if a directory exists at the path, and `path_invalid` if anything else does. */
export function makeDirectory(deps: EntryDeps, path: string, owner: Owner): Entry {
  try {
    assertAbsent(deps, path)
    ensureDirectories(deps.tree, path, owner)
    return describeEntry(deps, path)
  } catch (error) {
    throw fileFailure(`cannot make directory '${path}'`, error)
  }
}

function assertAbsent({ tree }: EntryDeps, path: string): void {
  let mode: number
  try {
    mode = tree.stat(path).mode
  } catch (error) {
    if (isMissing(error)) return
    throw error
  }
  if (fileKind(mode) === 'directory')
    throw new ServiceError('already_exists', `directory already exists: ${path}`)
  throw new ServiceError('path_invalid', `path already exists but it is not a directory: ${path}`)
}
