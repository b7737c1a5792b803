/** The interval between points: it grows with the length of the requested range and with the age of a point. */

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

/**
 * The step for a range of this length; also the step for points of this age, because every range that contains them is
 * at least as long.
 */
export function stepMsOf(rangeMs: number): number {
  return steps.find(({ belowMs }) => rangeMs < belowMs)?.stepMs ?? lastStepMs
}
