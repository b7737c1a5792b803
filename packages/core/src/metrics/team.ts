/**
 * The number of a team's running sandboxes and of its starts over time, from rows that were written on every change:
 * one per second, and one per minute when they are old. Nothing changes between two rows.
 */
import type { Range } from './series.ts'
import { stepMsOf } from './step.ts'

export interface Activity {
  /** Start of its second or minute, in Unix seconds. */
  readonly atS: number
  /** Maximum number of concurrent sandboxes within it. */
  readonly runningMax: number
  readonly runningLast: number
  /** Number of sandboxes created or resumed within it. */
  readonly starts: number
}

export interface TeamPoint {
  readonly atMs: number
  /** Maximum number of concurrent sandboxes since the previous point. */
  readonly running: number
  /** Starts per second since the previous point. */
  readonly startRate: number
}

export interface TeamHistory {
  /** Number of running sandboxes before the first row; undefined when it is unknown. */
  readonly runningBefore: number | undefined
  /** Oldest first. */
  readonly rows: readonly Activity[]
}

const minuteS = 60

/** Merges rows of the same minute. */
export function byMinute(rows: readonly Activity[]): Activity[] {
  const merged: Activity[] = []
  for (const row of rows) {
    const atS = row.atS - (row.atS % minuteS)
    const before = merged.at(-1)
    if (before?.atS === atS) {
      merged[merged.length - 1] = {
        atS,
        runningMax: Math.max(before.runningMax, row.runningMax),
        runningLast: row.runningLast,
        starts: before.starts + row.starts,
      }
    } else merged.push({ ...row, atS })
  }
  return merged
}

/** One point per step of the range, from the first known row on; none when there are no rows. */
export function teamSeries({ runningBefore, rows }: TeamHistory, { startMs, endMs }: Range): TeamPoint[] {
  const stepMs = stepMsOf(endMs - startMs)
  const points: TeamPoint[] = []
  let running = runningBefore
  let next = 0
  for (let atMs = Math.floor(startMs / stepMs) * stepMs; atMs <= endMs; atMs += stepMs) {
    let most = running
    let starts = 0
    for (let row = rows[next]; row !== undefined && row.atS * 1000 < atMs + stepMs; row = rows[++next]) {
      most = Math.max(most ?? 0, row.runningMax)
      running = row.runningLast
      starts += row.starts
    }
    if (most !== undefined) points.push({ atMs, running: most, startRate: starts / (stepMs / 1000) })
  }
  return points
}

/** The maximum of the points, the first of equals. Undefined when there are none. */
export function greatest(points: readonly TeamPoint[], of: 'running' | 'startRate'): TeamPoint | undefined {
  return points.reduce<TeamPoint | undefined>(
    (most, point) => (most === undefined || point[of] > most[of] ? point : most),
    undefined,
  )
}
