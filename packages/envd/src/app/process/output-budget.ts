/**
 * The budget of output that is queued for readers, over all processes. When the total is large, each reader may have
 * less queued.
 */

/** A reader with more than this many bytes queued is behind. */
export const queuedBytesMax = 2 * 1024 * 1024
const scarceQueuedBytesMax = 128 * 1024
/** Output queued for several readers is counted once for each of them. */
export const queuedBytesOfAll = 64 * 1024 * 1024

export class OutputBudget {
  #bytes = 0

  /** A negative number returns bytes to the budget. */
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
