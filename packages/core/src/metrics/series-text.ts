/** The format of series files: a point is a row of numbers. */
import type { Point } from './series.ts'

/** The usage of a sandbox, and the limits that it is shown against. */
export interface StoredSeries {
  readonly resources: { readonly cpuCount: number; readonly memoryMb: number; readonly diskSizeMb: number }
  readonly points: readonly Point[]
}

export function seriesText({ resources, points }: StoredSeries): string {
  const rows = points.map((point) => [
    point.atMs,
    point.samples,
    Math.round(point.cpuUsedPercent * 100) / 100,
    Math.round(point.memoryUsedBytes),
    Math.round(point.memoryCacheBytes),
    Math.round(point.diskUsedBytes),
    Math.round(point.sentRate),
    Math.round(point.receivedRate),
  ])
  return JSON.stringify({ resources, rows })
}

/** Undefined for another format. */
export function parseSeries(text: string): StoredSeries | undefined {
  try {
    const { resources, rows } = JSON.parse(text) as { resources: StoredSeries['resources']; rows: number[][] }
    return { resources, points: rows.map(pointOf) }
  } catch {
    // Written by another version, or incomplete: a new series begins.
    return undefined
  }
}

function pointOf(row: readonly number[]): Point {
  const [
    atMs = 0,
    samples = 1,
    cpuUsedPercent = 0,
    memoryUsedBytes = 0,
    memoryCacheBytes = 0,
    diskUsedBytes = 0,
    sentRate = 0,
    receivedRate = 0,
  ] = row
  const measured = {
    cpuUsedPercent,
    memoryUsedBytes,
    memoryCacheBytes,
    diskUsedBytes,
    sentRate,
    receivedRate,
  }
  return { atMs, samples, ...measured }
}
