/**
 * Log segments, each a file: selects those that a reader needs, and those to delete. The oldest segments of a sandbox
 * are deleted when its log is too long, any segment when it is too old, and the oldest of all sandboxes when all logs
 * together are too large.
 */
import type { LogQuery } from './query.ts'

export interface Segment {
  readonly firstNumber: number
  /** A lower bound for its entries, and an upper bound for those of the previous segment. */
  readonly firstAtMs: number
  readonly bytes: number
}

export interface SegmentBounds {
  readonly sandboxBytesMax: number
  readonly totalBytesMax: number
  readonly keptMs: number
}

/** Returns segments in the order of the query. `segments` belong to one sandbox, oldest first. */
export function segmentsFor(segments: readonly Segment[], query: LogQuery): Segment[] {
  const { direction, after, startMs } = query
  if (direction === 'backward')
    return segments
      .filter(({ firstNumber, firstAtMs }) => {
        const isBefore = after === undefined || firstNumber < after.number
        return isBefore && (startMs === undefined || firstAtMs <= startMs)
      })
      .toReversed()
  return segments.filter((_, index) => {
    const next = segments[index + 1]
    if (next === undefined) return true
    const isBehind = after !== undefined && next.firstNumber - 1 <= after.number
    return !isBehind && (startMs === undefined || next.firstAtMs >= startMs)
  })
}

/** The number of oldest segments to delete so that the rest is within the limit. The newest is always kept. */
export function countSurplus(segments: readonly Segment[], bytesMax: number): number {
  let bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0)
  let count = 0
  while (bytes > bytesMax && count < segments.length - 1) bytes -= segments[count++]?.bytes ?? 0
  return count
}

/** The log of one sandbox. */
export interface StoredLog {
  readonly sandboxId: string
  /** Oldest first. */
  readonly segments: readonly Segment[]
  /** Time of the last write. */
  readonly writtenAtMs: number
}

export interface Removal {
  readonly sandboxId: string
  /** Number of its oldest segments to delete; all of them when the log is removed. */
  readonly count: number
}

export function decideRemovals(
  logs: readonly StoredLog[],
  { keptMs, totalBytesMax }: SegmentBounds,
  nowMs: number,
): Removal[] {
  const counts = new Map(logs.map((log) => [log.sandboxId, countExpired(log, nowMs - keptMs)]))
  const kept = logs
    .flatMap(({ sandboxId, segments, writtenAtMs }) =>
      segments
        .map((segment, index) => ({
          sandboxId,
          bytes: segment.bytes,
          untilMs: endOf(segments, index, writtenAtMs),
        }))
        .slice(counts.get(sandboxId)),
    )
    .toSorted((one, other) => one.untilMs - other.untilMs)
  let total = kept.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { sandboxId, bytes } of kept) {
    if (total <= totalBytesMax) break
    total -= bytes
    counts.set(sandboxId, (counts.get(sandboxId) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count > 0).map(([sandboxId, count]) => ({ sandboxId, count }))
}

function countExpired({ segments, writtenAtMs }: StoredLog, beforeMs: number): number {
  const live = segments.findIndex((_, index) => endOf(segments, index, writtenAtMs) >= beforeMs)
  return live < 0 ? segments.length : live
}

function endOf(segments: readonly Segment[], index: number, writtenAtMs: number): number {
  return segments[index + 1]?.firstAtMs ?? writtenAtMs
}
