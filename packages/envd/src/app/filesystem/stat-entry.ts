/** Describes one entry; a symbolic link is described itself, together with its target. */

import { ServiceError } from '@cay/core/errors.ts'
import { describeEntry, type Entry, type EntryDeps } from './entry.ts'
import { fileFailure, isMissing } from './system-failure.ts'

/** Throws `not_found`. */
export function statEntry(deps: EntryDeps, path: string): Entry {
  try {
    return describeEntry(deps, path)
  } catch (error) {
    if (isMissing(error)) throw new ServiceError('not_found', `path '${path}' does not exist`)
    throw fileFailure(`cannot stat '${path}'`, error)
  }
}
