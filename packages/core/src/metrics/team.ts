/**
 * How many sandboxes of a team ran and were started over time, from rows that were written whenever either changed: one for
 * a second, and one for a minute once it is old. Between two rows nothing has changed.
 */
import type { Range } from './series.ts'
import { stepMsOf } from './step.ts'

export interface Activity {
  /** Begin of its second or minute, in Unix seconds. */
  readonly atS: number
  /** The most that ran at once within it. */
  readonly runningMax: number
  readonly runningLast: number
  /** Sandboxes made or resumed within it. */
  readonly starts: number
}

export interface TeamPoint {
  readonly atMs: number
  /** The most that ran at once since the point before. */
  readonly running: number
  /** Starts per second since the point before. */
  readonly startRate: number
}

export interface TeamHistory {
  /** What ran when the rows begin; undefined when nothing is known of the time before. */
  readonly runningBefore: number | undefined
  /** Oldest first. */
  readonly rows: readonly Activity[]
}

/** The row of a second with one more change in it. */
export function addChange(
  row: Activity | undefined,
  change: { readonly atS: number; readonly running: number; readonly isStart: boolean },
): Activity {
  const { atS, running, isStart } = change
  return {
    atS,
    runningMax: Math.max(running, row?.runningMax ?? 0),
    runningLast: running,
    starts: (row?.starts ?? 0) + (isStart ? 1 : 0),
  }
}

const minuteS = 60

/** Rows of one minute become one. */
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

/** One point for each step of the range from when something is known; none when nothing ever was. */
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

/** The greatest of the points, the first of equals. Undefined when there are none. */
export function greatest(points: readonly TeamPoint[], of: 'running' | 'startRate'): TeamPoint | undefined {
  return points.reduce<TeamPoint | undefined>(
    (most, point) => (most === undefined || point[of] > most[of] ? point : most),
    undefined,
  )
}
