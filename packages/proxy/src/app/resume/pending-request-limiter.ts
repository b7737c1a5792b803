/** Limits the requests that wait for a sandbox between two states, in number by shares of teams, and in time. */
import { SharedLimit } from '@cay/kit/flow/shared-limit.ts'
import { bounds } from '../../bounds.ts'

export class PendingRequestLimiter {
  readonly #shares: SharedLimit

  constructor(requestsMax: number = bounds.pendingRequestsMax) {
    this.#shares = new SharedLimit(requestsMax)
  }

  /**
   * Returns a function that ends the wait; undefined when the party has its share. `onTimeout` is called when the time
   * is over.
   */
  enter(party: string, onTimeout: () => void): (() => void) | undefined {
    const leave = this.#shares.enter(party)
    if (leave === undefined) return undefined
    const timer = setTimeout(onTimeout, bounds.pendingMsMax)
    return () => {
      leave()
      clearTimeout(timer)
    }
  }
}
