/** What a list of samples says. Percentiles are samples that were measured (nearest rank), never values in between. */

export function percentile(samples: readonly number[], percent: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length))
  const value = sorted[rank - 1]
  if (value === undefined) throw new TypeError('there is no sample')
  return value
}

export const median = (samples: readonly number[]) => percentile(samples, 50)
