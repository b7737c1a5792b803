/** What the chaos of control processes is made of, and what is judged in the end. */

export interface ChaosOptions {
  /** Number of calls. */
  readonly calls: number
  readonly callsAtOnce: number
  readonly sandboxesMax: number
  /** The team may run that many at once. */
  readonly runningMax: number
  /** Calls from one kill of a control process to the next. */
  readonly callsPerKill: number
  /** Calls from one restart of the database to the next. */
  readonly callsPerRestart: number
  readonly seed: number
}

/** Calls by verb and status; `broken`: the process died before it answered. */
export type StatusCounts = Readonly<Record<string, Readonly<Record<string, number>>>>

export interface ChaosReport {
  readonly seconds: number
  readonly calls: number
  readonly statuses: StatusCounts
  readonly kills: number
  readonly restarts: number
  /** What a client was promised and does not find: a sentence for each. */
  readonly lost: readonly string[]
  /** Operations of two processes on one sandbox at once, and ends that were reported twice. */
  readonly doubled: readonly string[]
  /** Answers that no client should get. */
  readonly wrong: readonly string[]
  /** The most sandboxes that ran on the node at once. */
  readonly runningPeak: number
  /** In the end, as the store counts them and as they are on the node. */
  readonly runningCounted: number
  readonly runningOnNode: number
  /** Running sandboxes after as many creates as were admitted. */
  readonly runningWhenFull: number
}
