/**
 * How often the log of a sandbox is fetched: soon again while there is something, and less and less often while there is
 * not. Whoever reads a log has it fetched anew, so this only has to be often enough for the daemon to find room.
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

/** A fetch that failed counts as one that found nothing. */
export function nextPace({ gapMs }: FetchPace, foundSomething: boolean, nowMs: number): FetchPace {
  const next = foundSomething ? fetchGapMsMin : Math.min(gapMs * 2, fetchGapMsMax)
  return { dueAtMs: nowMs + next, gapMs: next }
}
