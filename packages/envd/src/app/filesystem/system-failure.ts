/** Maps failed file system calls to errors for the caller. */

import { ServiceError } from '@cay/core/errors.ts'

/** The system's error name, for example ENOENT or ENOSPC; undefined if the error is not a system error. */
export function failureCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** The whole path or one of its parents does not exist. */
export function isMissing(error: unknown): boolean {
  return failureCode(error) === 'ENOENT'
}

export function isDiskFull(error: unknown): boolean {
  const code = failureCode(error)
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/**
 * Returns an error with a public message for failures that have no code of their own; other errors are returned
 * unchanged.
 */
export function fileFailure(what: string, error: unknown): unknown {
  if (error instanceof ServiceError || failureCode(error) === undefined) return error
  const reason = error instanceof Error ? error.message : String(error)
  if (isDiskFull(error))
    return new ServiceError('disk_full', 'not enough disk space available', { cause: error })
  return new ServiceError('internal', `${what}: ${reason}`, { cause: error })
}
