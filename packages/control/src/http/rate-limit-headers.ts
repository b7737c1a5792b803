import { ServiceError } from '@cay/core/errors.ts'
import type { RateVerdict } from '@cay/core/team/rate-limit.ts'

/** Throws rate_limited. The rate limit headers are set in either case. */
export function enforceRateLimit(
  setHeader: (name: string, value: string) => unknown,
  verdict: RateVerdict | undefined,
): void {
  if (verdict === undefined) return
  setHeader('ratelimit-limit', String(verdict.limit))
  setHeader('ratelimit-remaining', String(verdict.remaining))
  setHeader('ratelimit-reset', String(verdict.resetSeconds))
  if (verdict.isAllowed) return
  const { retryAfterSeconds } = verdict
  throw new ServiceError('rate_limited', 'Rate limit exceeded', { retryAfterSeconds })
}
