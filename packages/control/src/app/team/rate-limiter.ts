import type { RateVerdict } from '@cay/core/team/rate-limit.ts'
import type { Clock } from '../../ports/host.ts'
import type { Team } from '../../ports/team.ts'
import { RateBuckets } from './rate-buckets.ts'

/** Limits the request rate of each team on each route. */
export class RateLimiter {
  readonly #buckets: RateBuckets

  constructor(clock: Clock, replicas: { readonly count: number }) {
    this.#buckets = new RateBuckets(clock, replicas)
  }

  /** Undefined for a team without a limit. `operation`: the route. */
  take({ teamId, limits }: Team, operation: string): RateVerdict | undefined {
    const perMinute = limits?.requestsPerMinute ?? null
    return perMinute === null ? undefined : this.#buckets.take(`${operation} ${teamId}`, perMinute)
  }
}
