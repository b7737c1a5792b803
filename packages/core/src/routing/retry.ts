/**
 * Whether a request may be sent again whose connection was cut before anything of its answer came: nobody knows whether
 * the sandbox has seen it. So only what means the same when it is applied twice, or is applied once by agreement. (A
 * request of which nothing was sent yet is simply sent later.)
 */
import { limits } from '@cay/contract/limits.ts'
import { type CallHead, readDaemonCall } from './daemon-call.ts'
import { pathOf } from './internal-path.ts'

/** Applied twice they mean what they mean once (RFC 9110, 9.2.2). */
const idempotentMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'])

export function isRetriable(head: CallHead): boolean {
  if (idempotentMethods.has(head.method)) return true
  return isUpload(head) || readDaemonCall(head) !== undefined
}

/** To the daemon. It replaces the file as a whole, so one that was cut in its middle may begin anew too. */
export function isUpload({ port, method, requestTarget }: CallHead): boolean {
  return port === limits.daemonPort && method === 'POST' && pathOf(requestTarget) === '/files'
}
