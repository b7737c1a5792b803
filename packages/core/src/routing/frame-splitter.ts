/**
 * Splits a byte stream into frames: one byte of flags, four bytes of length, and the message. Only whole frames are
 * returned, so that a client never holds part of one.
 */
const headBytes = 5
/** The end-of-stream frames of Connect and of gRPC-web. */
const lastFlags = 0x02 | 0x80

export interface WholeFrames {
  /** The whole frames, concatenated. */
  readonly bytes: Uint8Array
  readonly count: number
  /** The end-of-stream frame is among them. */
  readonly isLast: boolean
}

export class FrameSplitter {
  readonly #frameBytesMax: number
  #partial: Uint8Array = new Uint8Array(0)

  constructor(frameBytesMax: number) {
    this.#frameBytesMax = frameBytesMax
  }

  /** Bytes of an incomplete frame. */
  get partialBytes(): number {
    return this.#partial.length
  }

  /** Undefined when a frame exceeds the maximum size. */
  push(chunk: Uint8Array): WholeFrames | undefined {
    const all = this.#partial.length === 0 ? chunk : join(this.#partial, chunk)
    let end = 0
    let count = 0
    let isLast = false
    while (all.length - end >= headBytes) {
      const length = headBytes + lengthAt(all, end + 1)
      if (length > this.#frameBytesMax) return undefined
      if (all.length - end < length) break
      isLast ||= ((all[end] ?? 0) & lastFlags) !== 0
      end += length
      count += 1
    }
    this.#partial = all.subarray(end)
    return { bytes: all.subarray(0, end), count, isLast }
  }

  /** An incomplete frame will be sent again. */
  dropPartial(): void {
    this.#partial = new Uint8Array(0)
  }
}

function lengthAt(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at)
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}
