import { type Bucket, type RateVerdict, takeOne } from '@cay/core/team/rate-limit.ts'
import type { Clock } from '../../ports/host.ts'

/** Maximum number of buckets; beyond it the least recently used one is evicted, which is the same as refilling it. */
const bucketsMax = 10_000

/**
 * Token buckets by key, in the memory of this process. Where there are several processes, each admits its share of the
 * limit.
 */
export class RateBuckets {
  readonly #clock: Clock
  readonly #replicas: { readonly count: number }
  readonly #buckets = new Map<string, Bucket>()

  constructor(clock: Clock, replicas: { readonly count: number }) {
    this.#clock = clock
    this.#replicas = replicas
  }

  take(key: string, perMinute: number): RateVerdict {
    const share = Math.max(1, Math.floor(perMinute / this.#replicas.count))
    const { bucket, verdict } = takeOne(this.#buckets.get(key), share, this.#clock.nowMs())
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    const [oldest] = this.#buckets.keys()
    if (this.#buckets.size > bucketsMax && oldest !== undefined) this.#buckets.delete(oldest)
    return verdict
  }
}
