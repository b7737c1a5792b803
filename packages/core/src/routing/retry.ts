/**
 * Whether a request may be retried after its connection was lost before the response began: the server may have
 * processed it. So only requests that are idempotent by their method, or applied once by agreement, are retried. (A
 * request that was not sent yet is simply sent later.)
 */
import { limits } from '@cay/contract/limits.ts'
import { type CallHead, readEnvdCall } from './envd-call.ts'
import { pathOf } from './internal-path.ts'

/** Idempotent methods (RFC 9110, 9.2.2). */
const idempotentMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'])

export function isRetriable(head: CallHead): boolean {
  if (idempotentMethods.has(head.method)) return true
  return isUpload(head) || readEnvdCall(head) !== undefined
}

/** An upload to envd. It replaces the whole file, so an incomplete one may be restarted too. */
export function isUpload({ port, method, requestTarget }: CallHead): boolean {
  return port === limits.daemonPort && method === 'POST' && pathOf(requestTarget) === '/files'
}
