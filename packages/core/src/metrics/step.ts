/** How far apart points are: the longer the range that is asked for, and the older a point, the farther. */

/** Milliseconds between samples. */
export const sampleEveryMs = 5_000

const hourMs = 3_600_000
const steps = [
  { belowMs: hourMs, stepMs: sampleEveryMs },
  { belowMs: 6 * hourMs, stepMs: 30_000 },
  { belowMs: 12 * hourMs, stepMs: 60_000 },
  { belowMs: 24 * hourMs, stepMs: 120_000 },
  { belowMs: 7 * 24 * hourMs, stepMs: 300_000 },
] as const
const lastStepMs = 900_000

/** Of points that lie in a range so long; points so old need be no closer, because every range that holds them is as long. */
export function stepMsOf(rangeMs: number): number {
  return steps.find(({ belowMs }) => rangeMs < belowMs)?.stepMs ?? lastStepMs
}
