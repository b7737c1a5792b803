/** A number that parties (teams, sandboxes, addresses) use together, each up to its share (core/fairness/share.ts). */
import { mayTake } from '@cay/core/fairness/share.ts'

export class SharedLimit {
  readonly #max: number
  readonly #held = new Map<string, number>()
  #total = 0

  constructor(max: number) {
    this.#max = max
  }

  /** Held by all parties. */
  get total(): number {
    return this.#total
  }

  /** Undefined beyond the share of the party. What is returned gives it back, once. */
  enter(party: string): (() => void) | undefined {
    if (!this.take(party)) return undefined
    let isInside = true
    return () => {
      if (isInside) this.release(party)
      isInside = false
    }
  }

  /** False beyond the share of the party. Whoever takes has to `release` as much. */
  take(party: string, amount = 1): boolean {
    const own = this.#held.get(party) ?? 0
    if (!mayTake({ own, total: this.#total, max: this.#max }, amount)) return false
    this.#held.set(party, own + amount)
    this.#total += amount
    return true
  }

  release(party: string, amount = 1): void {
    const left = (this.#held.get(party) ?? 0) - amount
    if (left > 0) this.#held.set(party, left)
    else this.#held.delete(party)
    this.#total -= amount
  }
}
