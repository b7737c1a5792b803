/**
 * Retries calls while the other service restarts, which takes a second or two. A call that was not received is always retried,
 * since nothing has happened. A call whose outcome is unknown, because the connection broke, is retried only when the method is
 * idempotent (`idempotency_level`), or its caller takes the outcome of a repetition for that of the call. Streams are not
 * retried here.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { DescMethod } from '@bufbuild/protobuf'
import { MethodOptions_IdempotencyLevel as Idempotency } from '@bufbuild/protobuf/wkt'
import type { Interceptor } from '@connectrpc/connect'
import { isConnectionBroken, isPeerDown } from './peer-errors.ts'

/** Milliseconds between attempts. */
const pollEveryMs = 50

/** `patienceMs` counts from the first failure; the deadline of the call may end it sooner. */
export function waitForPeer(
  patienceMs: number,
  repeatable: readonly Pick<DescMethod, 'name'>[] = [],
): Interceptor {
  return (next) => async (request) => {
    if (request.stream) return await next(request)
    let giveUpAt = Number.POSITIVE_INFINITY
    for (;;) {
      try {
        return await next(request)
      } catch (error) {
        giveUpAt = Math.min(giveUpAt, performance.now() + patienceMs)
        const isOver = performance.now() >= giveUpAt || request.signal.aborted
        const { idempotency, name } = request.method
        const mayBeSaidAgain =
          idempotency !== Idempotency.IDEMPOTENCY_UNKNOWN || repeatable.some((method) => method.name === name)
        if (isOver || !(isPeerDown(error) || (mayBeSaidAgain && isConnectionBroken(error)))) throw error
      }
      await sleep(pollEveryMs)
    }
  }
}
