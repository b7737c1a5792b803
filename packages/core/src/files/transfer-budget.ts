/**
 * How much memory transfers of files may have: much each while there are few, because every turn of reading costs, and little
 * each where there are many. A client that takes nothing holds what its transfer was given for as long as it likes.
 */

export interface TransferBounds {
  /** What all hold together, about: each is given a little whatever the others hold. */
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

  /** Answers how large a piece may be, up to what is wanted; it is held until it is given back. */
  take(wantedBytes: number): number {
    const { budgetBytes, pieceBytesMin } = this.#bounds
    // Nobody gets all that is left.
    const share = Math.floor((budgetBytes - this.#heldBytes) / freeSharedBy)
    const bytes = Math.min(wantedBytes, Math.max(pieceBytesMin, share))
    this.#heldBytes += bytes
    return bytes
  }

  giveBack(bytes: number): void {
    this.#heldBytes -= bytes
  }
}
