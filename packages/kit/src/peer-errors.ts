/** Tells from the causes of a failed call whether the other service was down or died. */
import { isErrno } from './host/errno.ts'

/** The call was not received: the socket file is missing, or nobody listens on it. */
export function isPeerDown(error: unknown): boolean {
  return hasErrno(error, ['ENOENT', 'ECONNREFUSED'])
}

/** The other service died during the call, so its outcome is unknown. */
export function isConnectionBroken(error: unknown): boolean {
  return hasErrno(error, ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])
}

function hasErrno(error: unknown, names: readonly string[]): boolean {
  if (!(error instanceof Error)) return false
  return isErrno(error, ...names) || hasErrno(error.cause, names)
}
