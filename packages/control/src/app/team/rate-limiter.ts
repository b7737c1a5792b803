import type { OperationId } from '@cay/contract/gen/control/operations.js'
import { type Bucket, type RateVerdict, takeOne } from '@cay/core/team/rate-limit.ts'
import type { Clock } from '../../ports/host.ts'
import type { Team } from '../../ports/team.ts'

/** Maximum number of buckets; beyond it the least recently used one is evicted, which is the same as refilling it. */
const bucketsMax = 10_000

/**
 * Limits the request rate of each team on each route, in the memory of this process. Where there are several processes,
 * each admits its share of the limit.
 */
export class RateLimiter {
  readonly #clock: Clock
  readonly #replicas: { readonly count: number }
  readonly #buckets = new Map<string, Bucket>()

  constructor(clock: Clock, replicas: { readonly count: number }) {
    this.#clock = clock
    this.#replicas = replicas
  }

  /** Undefined for a team without a limit. */
  take({ teamId, limits }: Team, operation: OperationId): RateVerdict | undefined {
    const perMinute = limits?.requestsPerMinute ?? null
    if (perMinute === null) return undefined
    const key = `${operation} ${teamId}`
    const share = Math.max(1, Math.floor(perMinute / this.#replicas.count))
    const { bucket, verdict } = takeOne(this.#buckets.get(key), share, this.#clock.nowMs())
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    const [oldest] = this.#buckets.keys()
    if (this.#buckets.size > bucketsMax && oldest !== undefined) this.#buckets.delete(oldest)
    return verdict
  }
}
