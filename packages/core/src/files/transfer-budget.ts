/**
 * The memory budget of file transfers: large buffers while there are few transfers, because each read has a fixed cost,
 * and small ones when there are many. A stalled client holds the buffer of its transfer for an unlimited time.
 */

export interface TransferBounds {
  /** Approximate total for all transfers; each gets a small minimum beyond it. */
  readonly budgetBytes: number
  readonly pieceBytesMin: number
}

const freeSharedBy = 4

export class TransferBudget {
  readonly #bounds: TransferBounds
  #heldBytes = 0

  constructor(bounds: TransferBounds) {
    this.#bounds = bounds
  }

  get heldBytes(): number {
    return this.#heldBytes
  }

  /** Returns the permitted buffer size, at most the requested one; it counts until it is given back. */
  take(wantedBytes: number): number {
    const { budgetBytes, pieceBytesMin } = this.#bounds
    // No transfer gets all of the remaining budget.
    const share = Math.floor((budgetBytes - this.#heldBytes) / freeSharedBy)
    const bytes = Math.min(wantedBytes, Math.max(pieceBytesMin, share))
    this.#heldBytes += bytes
    return bytes
  }

  release(bytes: number): void {
    this.#heldBytes -= bytes
  }
}
