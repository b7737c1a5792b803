import { setTimeout as sleep } from 'node:timers/promises'

export interface RetryOptions {
  readonly attempts: number
  readonly delayMs: (attempt: number) => number
  readonly signal?: AbortSignal
  readonly isRetryable?: (error: unknown) => boolean
}

/** Tries up to `attempts` times; throws the last error. */
export async function retry<T>(task: (attempt: number) => Promise<T>, options: RetryOptions): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await task(attempt)
    } catch (error) {
      const giveUp = attempt >= options.attempts || options.isRetryable?.(error) === false
      if (giveUp || options.signal?.aborted === true) throw error
      await sleep(
        options.delayMs(attempt),
        undefined,
        options.signal === undefined ? {} : { signal: options.signal },
      )
    }
  }
}
