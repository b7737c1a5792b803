/**
 * The rate limit of a team per route: a token bucket that holds the requests of one minute, starts full and refills at
 * a constant rate. So a burst of one minute's requests passes at once, and then as many as are refilled.
 */
export interface Bucket {
  readonly tokens: number
  readonly atMs: number
}

export interface RateVerdict {
  readonly isAllowed: boolean
  readonly limit: number
  /** Whole requests that remain. */
  readonly remaining: number
  /** Seconds until the bucket is full. */
  readonly resetSeconds: number
  /** Seconds until the next request passes; 0 when it passes now. */
  readonly retryAfterSeconds: number
}

const minuteMs = 60_000

/** A clock that went back refills nothing. */
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
