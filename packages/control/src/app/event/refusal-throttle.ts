import type { Clock } from '../../ports/host.ts'

/**
 * A repeated rejection is recorded once per this many milliseconds, because a rejected client may retry as fast as it
 * can.
 */
const everyMs = 60_000
/** Maximum number of rejections remembered; beyond it the one recorded longest ago is evicted. */
const rememberedMax = 10_000

/** Prevents a flood of rejected requests from evicting all other events from the audit log. */
export class RefusalThrottle {
  readonly #clock: Clock
  readonly #toldAtMs = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns true when the rejection is to be recorded, and marks it as recorded. */
  isNew(what: readonly string[]): boolean {
    const key = what.join(' ')
    const nowMs = this.#clock.nowMs()
    if (nowMs - (this.#toldAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < everyMs) return false
    this.#toldAtMs.delete(key)
    this.#toldAtMs.set(key, nowMs)
    const [oldest] = this.#toldAtMs.keys()
    if (this.#toldAtMs.size > rememberedMax && oldest !== undefined) this.#toldAtMs.delete(oldest)
    return true
  }
}
