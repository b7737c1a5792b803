/**
 * Requests of a team to one route: a bucket that holds a minute's worth, is full at first and fills evenly. So a burst of a
 * whole minute passes at once, and from then on as many as come back.
 */
export interface Bucket {
  readonly tokens: number
  readonly atMs: number
}

export interface RateVerdict {
  readonly isAllowed: boolean
  readonly limit: number
  /** Whole requests that are left. */
  readonly remaining: number
  /** Until it is full again. */
  readonly resetSeconds: number
  /** Until one more passes; 0 when it does now. */
  readonly retryAfterSeconds: number
}

const minuteMs = 60_000

/** A clock that went back fills nothing. */
export function takeOne(
  bucket: Bucket | undefined,
  perMinute: number,
  nowMs: number,
): { readonly bucket: Bucket; readonly verdict: RateVerdict } {
  const filled = fill(bucket, perMinute, nowMs)
  const isAllowed = filled >= 1
  const tokens = isAllowed ? filled - 1 : filled
  const secondsFor = (missing: number) => Math.ceil((Math.max(0, missing) * 60) / perMinute)
  return {
    bucket: { tokens, atMs: nowMs },
    verdict: {
      isAllowed,
      limit: perMinute,
      remaining: Math.floor(tokens),
      resetSeconds: secondsFor(perMinute - tokens),
      retryAfterSeconds: isAllowed ? 0 : Math.max(1, secondsFor(1 - filled)),
    },
  }
}

function fill(bucket: Bucket | undefined, perMinute: number, nowMs: number): number {
  if (bucket === undefined) return perMinute
  const cameBack = (Math.max(0, nowMs - bucket.atMs) * perMinute) / minuteMs
  return Math.min(perMinute, bucket.tokens + cameBack)
}
