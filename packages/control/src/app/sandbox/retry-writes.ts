import { isServiceError } from '@cay/core/errors.ts'
import type { Clock } from '../../ports/host.ts'

/**
 * Decides on a write that failed: resolves when it is to be tried again, undefined when it has failed for good. `turn`: how often
 * it was tried.
 */
export type RetryWrite = (error: unknown, turn: number) => Promise<void> | undefined

const retryMs = 250
/** Some 15 seconds: then the lease of the operation has expired, and the node's report decides. */
const turnsMax = 60

/** For a database that is away for a moment, until the signal is aborted. */
export function retryWhenAway({ sleep }: Pick<Clock, 'sleep'>, signal: AbortSignal): RetryWrite {
  return (error, turn) => {
    const isAway = isServiceError(error, 'database_unavailable')
    return isAway && turn < turnsMax && !signal.aborted ? sleep(retryMs, signal) : undefined
  }
}
