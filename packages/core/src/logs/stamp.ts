/**
 * Assigns entries their position in a sandbox's log: an increasing number, and a timestamp that never decreases.
 * Entries of a batch are later than all previous ones, so that a reader that continues from the last timestamp misses
 * none.
 */
import type { LogEntry } from './entry.ts'

export interface NumberedEntry extends LogEntry {
  readonly number: number
}

export interface LogPosition {
  readonly number: number
  readonly atMs: number
}

export const emptyLog: LogPosition = { number: 0, atMs: 0 }

/** A timestamp in the future becomes the current time. */
export function numberEntries(
  last: LogPosition,
  entries: readonly LogEntry[],
  nowMs: number,
): NumberedEntry[] {
  let atMs = last.atMs + 1
  return entries.map((entry, index) => {
    atMs = Math.max(atMs, Math.min(entry.atMs, nowMs))
    return { ...entry, atMs, number: last.number + index + 1 }
  })
}
