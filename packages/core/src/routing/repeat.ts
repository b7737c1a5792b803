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

export function isRepeatable(head: CallHead): boolean {
  if (idempotentMethods.has(head.method)) return true
  // An upload replaces the file as a whole.
  const isUpload =
    head.port === limits.daemonPort && head.method === 'POST' && pathOf(head.requestTarget) === '/files'
  return isUpload || readDaemonCall(head) !== undefined
}
