/**
 * Adaptive polling of a sandbox's log: the interval is short while there are entries and grows while there are none.
 * Every read request fetches the log anyway, so polling only has to keep the daemon's buffer from filling up.
 */
export interface FetchPace {
  readonly dueAtMs: number
  readonly gapMs: number
}

export const fetchGapMsMin = 1_000
export const fetchGapMsMax = 20_000

export function firstPace(nowMs: number): FetchPace {
  return { dueAtMs: nowMs + fetchGapMsMin, gapMs: fetchGapMsMin }
}

/** A failed fetch counts as an empty one. */
export function nextPace({ gapMs }: FetchPace, foundSomething: boolean, nowMs: number): FetchPace {
  const next = foundSomething ? fetchGapMsMin : Math.min(gapMs * 2, fetchGapMsMax)
  return { dueAtMs: nowMs + next, gapMs: next }
}
