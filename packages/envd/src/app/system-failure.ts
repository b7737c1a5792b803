/** What a failed call of the file system means to whoever asked for it. */

import { ServiceError } from '@cay/core/errors.ts'

/** The system's name of the failure: ENOENT, ENOSPC; undefined for what is none. */
export function failureCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Missing: the whole path, or something on the way that is no directory. */
export function isMissing(error: unknown): boolean {
  return failureCode(error) === 'ENOENT'
}

export function isDiskFull(error: unknown): boolean {
  const code = failureCode(error)
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** A public sentence for failures that have no code of their own; other errors stay what they are. */
export function fileFailure(what: string, error: unknown): unknown {
  if (error instanceof ServiceError || failureCode(error) === undefined) return error
  const reason = error instanceof Error ? error.message : String(error)
  if (isDiskFull(error))
    return new ServiceError('disk_full', 'not enough disk space available', { cause: error })
  return new ServiceError('internal', `${what}: ${reason}`, { cause: error })
}
