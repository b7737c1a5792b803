/**
 * The score of the public sandbox benchmark (computesdk/benchmarks, as of 2026-11): each of three statistics counts from 0
 * at ten seconds to 100 at none, and the weighted sum is multiplied by the share of launches that succeeded.
 */
import { percentile } from '../statistics.ts'

const ceilingMs = 10_000
const weights = { median: 0.6, p95: 0.25, p99: 0.15 } as const
/** Of the samples, at each end: those are left out before any statistic is taken. */
const trimmedShare = 0.05

/** 0 to 100. `samples` are the milliseconds of the launches that succeeded, of `launched` in all. */
export function publicScore(samples: readonly number[], launched: number): number {
  if (samples.length === 0) return 0
  const trimmed = trim(samples)
  const timing =
    weights.median * points(percentile(trimmed, 50)) +
    weights.p95 * points(percentile(trimmed, 95)) +
    weights.p99 * points(percentile(trimmed, 99))
  return timing * (samples.length / launched)
}

export function trim(samples: readonly number[]): number[] {
  const cut = Math.floor(samples.length * trimmedShare)
  return samples.toSorted((a, b) => a - b).slice(cut, samples.length - cut)
}

const points = (ms: number) => 100 * (1 - Math.min(ms, ceilingMs) / ceilingMs)
