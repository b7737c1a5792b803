/** Maps a failed watch call to an error for the caller. */

import { ServiceError } from '@cay/core/errors.ts'
import { failureCode, fileFailure, isMissing } from '../filesystem/system-failure.ts'

export function watchFailure(path: string, error: unknown): unknown {
  if (isMissing(error)) return new ServiceError('not_found', `path '${path}' does not exist`)
  if (['EMFILE', 'ENFILE', 'ENOSPC'].includes(failureCode(error) ?? '')) {
    return new ServiceError('rate_limited', 'the limit of inotify watches of the system is reached', {
      cause: error,
    })
  }
  return fileFailure(`cannot watch '${path}'`, error)
}
