/** Reads a stream by lengths. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #held: Buffer[] = []
  #heldBytes = 0

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** That many bytes, or fewer at the end of the stream. */
  async read(bytes: number): Promise<Buffer> {
    while (this.#heldBytes < bytes) {
      const { value, done } = await this.#chunks.next()
      if (done === true) break
      this.#held.push(value)
      this.#heldBytes += value.length
    }
    const held = this.#held.length === 1 ? (this.#held[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#held)
    const rest = held.subarray(bytes)
    this.#held = rest.length === 0 ? [] : [rest]
    this.#heldBytes = rest.length
    return held.subarray(0, bytes)
  }

  /** What is left, beginning with bytes that were read already. */
  async *rest(read: Buffer): AsyncGenerator<Buffer> {
    yield read
    yield* this.#held
    for (;;) {
      const { value, done } = await this.#chunks.next()
      if (done === true) return
      yield value
    }
  }
}
