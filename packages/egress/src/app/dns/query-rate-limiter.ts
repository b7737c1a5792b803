import { bounds } from '../../bounds.ts'

/** How many names may be asked for now: a burst, and then so many per second. Long answers count as more. */
export class QueryRateLimiter {
  /** Below zero when an answer was more than what was left. */
  #left: number = bounds.queriesBurst
  #countedAtMs = 0

  take(nowMs: number): boolean {
    const earned = (Math.max(0, nowMs - this.#countedAtMs) / 1000) * bounds.queriesPerSecond
    this.#left = Math.min(bounds.queriesBurst, this.#left + earned)
    this.#countedAtMs = nowMs
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }

  /** An answer of so many bytes came. */
  charge(answerBytes: number): void {
    this.#left -= Math.floor(answerBytes / bounds.responseBytesPerQuery)
  }
}
