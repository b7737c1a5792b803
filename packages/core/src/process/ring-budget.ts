/** A shared limit of many event rings. When it is exceeded, the fullest ring drops its oldest events. */
export interface BudgetedRing {
  readonly bytes: number
  dropOldest(): void
}

export class RingBudget {
  readonly #bytesMax: number
  readonly #rings = new Set<BudgetedRing>()
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Adds to the size of the ring. */
  take(ring: BudgetedRing, bytes: number): void {
    this.#rings.add(ring)
    this.#bytes += bytes
    while (this.#bytes > this.#bytesMax) this.#fullest(ring).dropOldest()
  }

  /** Subtracts from the size of the ring. */
  release(ring: BudgetedRing, bytes: number): void {
    this.#bytes -= bytes
    if (ring.bytes === 0) this.#rings.delete(ring)
  }

  #fullest(first: BudgetedRing): BudgetedRing {
    let fullest = first
    for (const ring of this.#rings) if (ring.bytes > fullest.bytes) fullest = ring
    return fullest
  }
}
