/**
 * When a sandbox that nobody uses is frozen, and when it has to go on. Nobody uses it when no connection to it is open
 * and, by its daemon's word, no process of a user is alive in it. What is seen of connections comes from looks that are
 * far apart, so they have to be gone for a while before the daemon is asked at all.
 */
export interface Idleness {
  /** Since when no look found it used. */
  readonly quietSinceMs: number
  /** Not before this is its daemon asked. */
  readonly askAtMs: number
  readonly askGapMs: number
  readonly wasFrozen: boolean
}

/** What one look finds. */
export interface Observation {
  readonly nowMs: number
  readonly isFrozen: boolean
  /** A connection between it and the node is open, in either direction. */
  readonly isConnected: boolean
}

export type IdleStep = 'leave' | 'ask' | 'wake'

/** Between two questions to a daemon whose users have processes: doubled from the first up to the last. */
export const firstAskGapMs = 2_000
export const lastAskGapMs = 30_000

/** What is known after a look. A sandbox that is new, connected or was just woken is used. */
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

/** Its daemon said that somebody is at work in it. */
export function afterBusyAnswer(before: Idleness, nowMs: number): Idleness {
  return {
    ...before,
    askAtMs: nowMs + before.askGapMs,
    askGapMs: Math.min(before.askGapMs * 2, lastAskGapMs),
  }
}

/** `graceMs`: how long it must have been quiet. */
export function decideIdleStep(known: Idleness, seen: Observation, graceMs: number): IdleStep {
  if (seen.isFrozen) return seen.isConnected ? 'wake' : 'leave'
  if (seen.isConnected) return 'leave'
  const askAtMs = Math.max(known.quietSinceMs + graceMs, known.askAtMs)
  return askAtMs <= seen.nowMs ? 'ask' : 'leave'
}
