/** Limits the requests that wait for a sandbox between two states, in number and in time, over all sandboxes. */
import { bounds } from '../../bounds.ts'

export class PendingRequestLimiter {
  #count = 0

  /**
   * Returns a function that ends the wait; undefined when the limit is reached. `onTimeout` is called when the time
   * is over.
   */
  enter(onTimeout: () => void): (() => void) | undefined {
    if (this.#count >= bounds.pendingRequestsMax) return undefined
    this.#count += 1
    const timer = setTimeout(onTimeout, bounds.pendingMsMax)
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      this.#count -= 1
      clearTimeout(timer)
    }
  }
}
