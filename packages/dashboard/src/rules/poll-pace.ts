/** When data is loaded again. */
const failureMsMax = 15_000
const failureMsMin = 1000

export interface PollFacts {
  readonly everyMs: number
  /** In a row. */
  readonly failures: number
  /** What the service asked for. */
  readonly retryAfterMs: number | undefined
}

export function nextDelayMs({ everyMs, failures, retryAfterMs }: PollFacts): number {
  if (failures === 0) return everyMs
  return Math.max(retryAfterMs ?? 0, Math.min(failureMsMax, failureMsMin * 2 ** (failures - 1)))
}
