import type { Clock } from '../../ports/host.ts'

/** The same refusal is told of once in this time, in milliseconds: whoever is refused may try as fast as he can. */
const everyMs = 60_000
/** Refusals that are remembered; of more the one told longest ago is forgotten. */
const rememberedMax = 10_000

/** Keeps a flood of refused calls from pushing everything else out of the audit log. */
export class RefusalThrottle {
  readonly #clock: Clock
  readonly #toldAtMs = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** True when it is to be told of, which is taken as done. */
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
