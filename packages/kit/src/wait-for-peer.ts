/**
 * A service that is started anew is away for a second or two. A call that nobody has taken yet waits for it: it may be of any
 * kind, since nothing of it has happened. What broke off in the middle, so that nobody knows what of it has happened, is said
 * again where the call is described as one that may be (`idempotency_level`). A stream is its follower's affair.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { MethodOptions_IdempotencyLevel as Idempotency } from '@bufbuild/protobuf/wkt'
import type { Interceptor } from '@connectrpc/connect'
import { isBrokenOff, isNobodyThere } from './peer-errors.ts'

/** Milliseconds between attempts. */
const lookEveryMs = 50

/** `patienceMs`: from when the peer is found to be away; a deadline of the call's own ends it sooner. */
export function waitForPeer(patienceMs: number): Interceptor {
  return (next) => async (request) => {
    if (request.stream) return await next(request)
    let giveUpAt = Number.POSITIVE_INFINITY
    for (;;) {
      try {
        return await next(request)
      } catch (error) {
        giveUpAt = Math.min(giveUpAt, performance.now() + patienceMs)
        const isOver = performance.now() >= giveUpAt || request.signal.aborted
        const mayBeSaidAgain = request.method.idempotency !== Idempotency.IDEMPOTENCY_UNKNOWN
        if (isOver || !(isNobodyThere(error) || (mayBeSaidAgain && isBrokenOff(error)))) throw error
      }
      await sleep(lookEveryMs)
    }
  }
}
