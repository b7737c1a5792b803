/** So many at once, and then so many a second. What is too much is dropped by the caller. */
export class RateBucket {
  readonly #burst: number
  readonly #perSecond: number
  #tokens: number
  #filledAtMs: number

  constructor(burst: number, perSecond: number, nowMs: number) {
    this.#burst = burst
    this.#perSecond = perSecond
    this.#tokens = burst
    this.#filledAtMs = nowMs
  }

  take(nowMs: number): boolean {
    const filled = ((nowMs - this.#filledAtMs) / 1000) * this.#perSecond
    this.#tokens = Math.min(this.#burst, this.#tokens + filled)
    this.#filledAtMs = nowMs
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }
}
