/** Output that waits for readers, of all processes together. Where it is much, each reader may have less waiting for it. */

/** A reader with more than this waiting is behind. */
export const queuedBytesMax = 2 * 1024 * 1024
const scarceQueuedBytesMax = 128 * 1024
/** Readers that share a piece of output are counted each for itself. */
export const queuedBytesOfAll = 64 * 1024 * 1024

export class OutputBudget {
  #bytes = 0

  /** A negative number gives back. */
  take(bytes: number): void {
    this.#bytes += bytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get queuedBytesMax(): number {
    return this.#bytes > queuedBytesOfAll ? scarceQueuedBytesMax : queuedBytesMax
  }
}
