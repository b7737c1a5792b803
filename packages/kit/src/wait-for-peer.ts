/**
 * A service that is started anew is away for a second or two. A call that nobody has taken yet waits for it: it may be of any
 * kind, since nothing of it has happened. What broke off in the middle is not repeated, and a stream is its follower's affair.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { ConnectError, type Interceptor } from '@connectrpc/connect'
import { isErrno } from './host/errno.ts'

/** Milliseconds between attempts. */
const lookEveryMs = 50

/** `patienceMs`: from the call on; a deadline of the call's own ends it sooner. */
export function waitForPeer(patienceMs: number): Interceptor {
  return (next) => async (request) => {
    if (request.stream) return await next(request)
    const giveUpAt = performance.now() + patienceMs
    for (;;) {
      try {
        return await next(request)
      } catch (error) {
        const isOver = performance.now() >= giveUpAt || request.signal.aborted
        if (isOver || !isNobodyThere(ConnectError.from(error).cause)) throw error
      }
      await sleep(lookEveryMs)
    }
  }
}

/** Of a local socket: its file is missing, or nobody listens on it. */
function isNobodyThere(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return isErrno(error, 'ENOENT', 'ECONNREFUSED') || isNobodyThere(error.cause)
}
