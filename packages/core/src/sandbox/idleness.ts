/**
 * Decides when an idle sandbox is frozen and when it is thawed. It is idle when no connection to it is open and its
 * daemon reports no live user process. Connections are sampled at long intervals, so they must have been absent for a
 * while before the daemon is asked at all.
 */
export interface Idleness {
  /** Since when every check has found it unused. */
  readonly quietSinceMs: number
  /** The daemon is not asked before this instant. */
  readonly askAtMs: number
  readonly askGapMs: number
  readonly wasFrozen: boolean
}

/** The result of one check. */
export interface Observation {
  readonly nowMs: number
  readonly isFrozen: boolean
  /** A connection between the sandbox and the node is open, in either direction. */
  readonly isConnected: boolean
}

export type IdleStep = 'leave' | 'ask' | 'wake'

/**
 * Interval between two queries to a daemon that reports user processes: it doubles from the first value up to the last.
 */
export const firstAskGapMs = 2_000
export const lastAskGapMs = 30_000

/** The state after a check. A sandbox that is new, connected or was just woken counts as used. */
export function afterObservation(before: Idleness | undefined, seen: Observation): Idleness {
  const wasWoken = before?.wasFrozen === true && !seen.isFrozen
  if (before === undefined || seen.isConnected || wasWoken)
    return {
      quietSinceMs: seen.nowMs,
      askAtMs: seen.nowMs,
      askGapMs: firstAskGapMs,
      wasFrozen: seen.isFrozen,
    }
  return { ...before, wasFrozen: seen.isFrozen }
}

/** The daemon reports live user processes. */
export function afterBusyAnswer(before: Idleness, nowMs: number): Idleness {
  return {
    ...before,
    askAtMs: nowMs + before.askGapMs,
    askGapMs: Math.min(before.askGapMs * 2, lastAskGapMs),
  }
}

/** `graceMs`: how long the sandbox must have been unused. */
export function decideIdleStep(known: Idleness, seen: Observation, graceMs: number): IdleStep {
  if (seen.isFrozen) return seen.isConnected ? 'wake' : 'leave'
  if (seen.isConnected) return 'leave'
  const askAtMs = Math.max(known.quietSinceMs + graceMs, known.askAtMs)
  return askAtMs <= seen.nowMs ? 'ask' : 'leave'
}
