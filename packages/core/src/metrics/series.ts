/**
 * A time series, oldest first, of points that each represent one or more samples. Points within one step are merged
 * into their mean, at the time of the last one. So a series stays short, and its means are those of its samples.
 */
import { stepMsOf } from './step.ts'

export interface Measures {
  /** Share of all processors together, 0 to 100. */
  readonly cpuUsedPercent: number
  readonly memoryUsedBytes: number
  readonly memoryCacheBytes: number
  readonly diskUsedBytes: number
  /** Bytes per second, over the sandbox's veth pair, in both directions. */
  readonly sentRate: number
  readonly receivedRate: number
}

export interface Point extends Measures {
  readonly atMs: number
  /** Number of samples that the point represents. */
  readonly samples: number
}

const measureNames = [
  'cpuUsedPercent',
  'memoryUsedBytes',
  'memoryCacheBytes',
  'diskUsedBytes',
  'sentRate',
  'receivedRate',
] as const

export interface Range {
  readonly startMs: number
  readonly endMs: number
}

/** Both ends are inclusive. */
export function readRange(points: readonly Point[], { startMs, endMs }: Range): Point[] {
  const stepMs = stepMsOf(endMs - startMs)
  return mergeBy(
    points.filter(({ atMs }) => atMs >= startMs && atMs <= endMs),
    () => stepMs,
  )
}

/** Reduces the resolution of old points, and drops those that are too old. */
export function thin(points: readonly Point[], nowMs: number, keptMs: number): Point[] {
  return mergeBy(
    points.filter(({ atMs }) => nowMs - atMs <= keptMs),
    (atMs) => stepMsOf(nowMs - atMs),
  )
}

/** Merges neighbours that fall into the same step. */
function mergeBy(points: readonly Point[], stepMsAt: (atMs: number) => number): Point[] {
  const merged: Point[] = []
  let last: string | undefined
  for (const point of points) {
    const stepMs = stepMsAt(point.atMs)
    const step = `${stepMs} ${Math.floor(point.atMs / stepMs)}`
    const before = merged.at(-1)
    if (before === undefined || step !== last) merged.push(point)
    else merged[merged.length - 1] = join(before, point)
    last = step
  }
  return merged
}

function join(one: Point, other: Point): Point {
  const samples = one.samples + other.samples
  const mean = (name: keyof Measures) => (one[name] * one.samples + other[name] * other.samples) / samples
  return { ...other, ...Object.fromEntries(measureNames.map((name) => [name, mean(name)])), samples }
}
