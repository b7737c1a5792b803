/**
 * Limits requests to routes that take no credential, by the address of the client: how many a minute, and how many in progress.
 * The number in progress is also bounded over all clients: a sign-in costs a request to the identity provider.
 */
import type { ClientKey } from '@cay/core/connection/client-address.ts'
import { ServiceError } from '@cay/core/errors.ts'
import type { Clock } from '../../ports/host.ts'
import { RateBuckets } from './rate-buckets.ts'

/** `sign-in`: asks the identity provider. `wait`: waits for a user. `page`: anything else. */
export type KeylessKind = 'sign-in' | 'wait' | 'page'

interface KeylessLimits {
  readonly perMinute: number
  /** In progress: of one address, and in all. */
  readonly perClientMax: number
  readonly totalMax: number
}

const limits: Readonly<Record<KeylessKind, KeylessLimits>> = {
  'sign-in': { perMinute: 30, perClientMax: 8, totalMax: 64 },
  wait: { perMinute: 60, perClientMax: 8, totalMax: 256 },
  page: { perMinute: 1200, perClientMax: 128, totalMax: 1024 },
}
/** An address with many clients may do so many times what another one may. */
const sharedFactor = 20

export interface KeylessClient {
  readonly client: ClientKey
  readonly isShared: boolean
}

export class KeylessLimiter {
  readonly #buckets: RateBuckets
  readonly #inProgress = new Map<string, number>()

  constructor(clock: Clock, replicas: { readonly count: number }) {
    this.#buckets = new RateBuckets(clock, replicas)
  }

  /** Returns what ends the request. Throws rate_limited. */
  admit(kind: KeylessKind, { client, isShared }: KeylessClient): () => void {
    const { perMinute, perClientMax, totalMax } = limits[kind]
    const factor = isShared ? sharedFactor : 1
    const key = `${kind} ${client}`
    const isFull = this.#countOf(kind) >= totalMax || (!isShared && this.#countOf(key) >= perClientMax)
    if (isFull)
      throw new ServiceError('rate_limited', 'too many requests without a credential in progress; retry', {
        retryAfterSeconds: 1,
      })
    const { isAllowed, retryAfterSeconds } = this.#buckets.take(key, perMinute * factor)
    if (!isAllowed)
      throw new ServiceError('rate_limited', 'too many requests without a credential from this address', {
        retryAfterSeconds,
      })
    for (const each of [kind, key]) this.#inProgress.set(each, this.#countOf(each) + 1)
    return () => {
      for (const each of [kind, key]) this.#decrement(each)
    }
  }

  #countOf(key: string): number {
    return this.#inProgress.get(key) ?? 0
  }

  #decrement(key: string): void {
    const count = this.#countOf(key) - 1
    if (count > 0) this.#inProgress.set(key, count)
    else this.#inProgress.delete(key)
  }
}
