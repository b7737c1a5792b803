/**
 * Gives entries their place in a sandbox's log: a number that grows, and an instant that never goes back. What comes in
 * together is later than all that was there before, so that whoever goes on from the last instant it has seen misses nothing.
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

/** An instant that lies in the future is now. */
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
