/** Tries again what may succeed a moment later, with a delay that grows and is jittered, and within a time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isBlobError } from '../ports/blob-error.ts'

export interface RetryPolicy {
  /** Milliseconds from the first failure, or from the beginning of its silence, to the start of the last attempt. */
  readonly withinMs: number
  /** Before the second attempt; doubled from then on. */
  readonly firstDelayMs: number
  readonly delayMsMax: number
}

export const defaultRetryPolicy: RetryPolicy = { withinMs: 30_000, firstDelayMs: 100, delayMsMax: 5_000 }

export interface Retries {
  /** Waits, or throws the error when it is none that passes, or the time is over. */
  afterFailure(error: unknown, signal: AbortSignal | undefined): Promise<void>
  /** The next failure is a first one again. */
  reset(): void
}

export function createRetries(policy: RetryPolicy): Retries {
  let failures = 0
  let firstFailureMs = 0
  return {
    async afterFailure(error, signal) {
      signal?.throwIfAborted()
      if (!isBlobError(error) || !error.isRetryable) throw error
      if (failures++ === 0) firstFailureMs = performance.now() - silenceOf(error)
      const delayMs = jittered(Math.min(policy.firstDelayMs * 2 ** (failures - 1), policy.delayMsMax))
      if (performance.now() - firstFailureMs + delayMs > policy.withinMs) throw error
      await sleep(delayMs, undefined, signal === undefined ? {} : { signal })
    },
    reset() {
      failures = 0
    },
  }
}

/** How long in milliseconds nothing was heard of the store when the connection was ended for it. */
function silenceOf({ cause }: Error): number {
  const silentMs = cause instanceof Error && 'silentMs' in cause ? cause.silentMs : undefined
  return typeof silentMs === 'number' ? silentMs : 0
}

/** Half of the delay is random: those that failed together do not come back together. */
const jittered = (delayMs: number) => delayMs * (0.5 + Math.random() / 2)

export async function withRetries<T>(
  policy: RetryPolicy,
  task: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const retries = createRetries(policy)
  for (;;) {
    try {
      return await task()
    } catch (error) {
      await retries.afterFailure(error, signal)
    }
  }
}
