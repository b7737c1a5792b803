/**
 * Finds the borders of frames in the bytes of a stream: one byte of flags, four of length, and so many bytes. Only whole
 * frames are let through, so that whoever gets them never holds a part of one.
 */
const headBytes = 5
/** Connect's last frame, and that of gRPC-web. */
const lastFlags = 0x02 | 0x80

export interface WholeFrames {
  /** All of them, one after another, as they came. */
  readonly bytes: Uint8Array
  readonly count: number
  /** The last one of the stream is among them. */
  readonly isLast: boolean
}

export class FrameCutter {
  readonly #frameBytesMax: number
  #waiting: Uint8Array = new Uint8Array(0)

  constructor(frameBytesMax: number) {
    this.#frameBytesMax = frameBytesMax
  }

  /** Bytes of a frame that is not whole yet. */
  get waitingBytes(): number {
    return this.#waiting.length
  }

  /** Undefined when a frame is longer than may be. */
  push(chunk: Uint8Array): WholeFrames | undefined {
    const all = this.#waiting.length === 0 ? chunk : join(this.#waiting, chunk)
    let border = 0
    let count = 0
    let isLast = false
    while (all.length - border >= headBytes) {
      const length = headBytes + lengthAt(all, border + 1)
      if (length > this.#frameBytesMax) return undefined
      if (all.length - border < length) break
      isLast ||= ((all[border] ?? 0) & lastFlags) !== 0
      border += length
      count += 1
    }
    this.#waiting = all.subarray(border)
    return { bytes: all.subarray(0, border), count, isLast }
  }

  /** What is not whole will be sent again. */
  dropWaiting(): void {
    this.#waiting = new Uint8Array(0)
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
