/** What calls over a local socket fail with when the other service is not there, or dies. Read from the causes of an error. */
import { isErrno } from './host/errno.ts'

/** Nobody has taken the call: the socket's file is missing, or nobody listens on it. */
export function isNobodyThere(error: unknown): boolean {
  return hasErrno(error, ['ENOENT', 'ECONNREFUSED'])
}

/** Whoever had taken the call has died: nobody knows what of it has happened. */
export function isBrokenOff(error: unknown): boolean {
  return hasErrno(error, ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])
}

function hasErrno(error: unknown, names: readonly string[]): boolean {
  if (!(error instanceof Error)) return false
  return isErrno(error, ...names) || hasErrno(error.cause, names)
}
