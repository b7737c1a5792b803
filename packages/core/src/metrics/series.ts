/**
 * What was measured over time, oldest first, in points that stand for one sample or more. Points of one step become one:
 * the mean of their samples, at the instant of the last. So a series stays short, and its means are those of its samples.
 */
import { stepMsOf } from './step.ts'

export interface Measures {
  /** Of all processors together, 0 to 100. */
  readonly cpuUsedPercent: number
  readonly memoryUsedBytes: number
  readonly memoryCacheBytes: number
  readonly diskUsedBytes: number
  /** Bytes per second, over the sandbox's veth pair: both ways in and out. */
  readonly sentRate: number
  readonly receivedRate: number
}

export interface Point extends Measures {
  readonly atMs: number
  /** How many samples it stands for. */
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

/** Both ends are in the range. */
export function readRange(points: readonly Point[], { startMs, endMs }: Range): Point[] {
  const stepMs = stepMsOf(endMs - startMs)
  return mergeBy(
    points.filter(({ atMs }) => atMs >= startMs && atMs <= endMs),
    () => stepMs,
  )
}

/** The same with old points farther apart, and those that are too old left out. */
export function thin(points: readonly Point[], nowMs: number, keptMs: number): Point[] {
  return mergeBy(
    points.filter(({ atMs }) => nowMs - atMs <= keptMs),
    (atMs) => stepMsOf(nowMs - atMs),
  )
}

/** Neighbours that fall into one step become one point. */
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
