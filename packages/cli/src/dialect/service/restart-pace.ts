/** How soon a service that ended is started again: at once-ish the first time, never slower than every ten seconds. */
export interface RestartPace {
  readonly delayMsMin: number
  readonly delayMsMax: number
  /** A service that ran this long had started well: its next end counts as the first. */
  readonly stableAfterMs: number
}

export const restartPace: RestartPace = { delayMsMin: 200, delayMsMax: 10_000, stableAfterMs: 10_000 }

/** Ends in a row, this one included, given how long the service ran this time. */
export function countFailure(failuresBefore: number, ranMs: number, pace: RestartPace): number {
  return ranMs >= pace.stableAfterMs ? 1 : failuresBefore + 1
}

/** Doubles with each failure in a row, up to the most. */
export function restartDelayMs(failures: number, pace: RestartPace): number {
  return Math.min(pace.delayMsMax, pace.delayMsMin * 2 ** Math.min(failures - 1, 30))
}
