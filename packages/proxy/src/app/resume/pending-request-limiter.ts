/** Requests that wait for a sandbox which is between two states. Bounded in number and time, over all sandboxes. */
import { bounds } from '../../bounds.ts'

export class PendingRequestLimiter {
  #count = 0

  /** Returns how to leave it again, once; undefined when it is full. `onOver` is called after the time is over. */
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
