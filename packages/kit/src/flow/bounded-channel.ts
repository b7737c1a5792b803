/**
 * An async iterable that a producer fills without waiting. Its bound is a number of items; at the bound the overflow
 * function decides: the channel is closed with its error.
 */
export class BoundedChannel<T> implements AsyncIterable<T> {
  readonly #items: T[] = []
  readonly #itemsMax: number
  #closed = false
  #error: unknown
  #wake: (() => void) | undefined

  constructor(itemsMax: number) {
    this.#itemsMax = itemsMax
  }

  /** False when the channel is closed or full; a full channel is failed with an error for the reader. */
  push(item: T): boolean {
    if (this.#closed) return false
    if (this.#items.length >= this.#itemsMax) {
      this.fail(new Error(`reader is more than ${this.#itemsMax} items behind`))
      return false
    }
    this.#items.push(item)
    this.#wake?.()
    return true
  }

  /** The reader gets what is queued, then the end. */
  close(): void {
    this.#closed = true
    this.#wake?.()
  }

  /** The reader gets what is queued, then the error. */
  fail(error: unknown): void {
    if (this.#closed) return
    this.#error = error
    this.close()
  }

  async *[Symbol.asyncIterator](): AsyncIterator<T> {
    try {
      while (true) {
        const item = this.#items.shift()
        if (item !== undefined) yield item
        else if (this.#closed) break
        else
          await new Promise<void>((resolve) => {
            this.#wake = resolve
          })
      }
      if (this.#error !== undefined) throw this.#error
    } finally {
      this.#closed = true
      this.#items.length = 0
    }
  }
}
