/**
 * Frames in which another connection carries a TCP connection: one byte of kind, four of length (big-endian), and as many bytes. The end
 * of one direction is a frame, because not everything on the way passes on the end of one direction alone.
 */

export const frameKinds = { data: 0, end: 1 } as const
type FrameKind = (typeof frameKinds)[keyof typeof frameKinds]

const headBytes = 5

export function renderFrame(kind: FrameKind, bytes: Uint8Array = new Uint8Array()): Uint8Array {
  const frame = new Uint8Array(headBytes + bytes.length)
  frame[0] = kind
  new DataView(frame.buffer).setUint32(1, bytes.length)
  frame.set(bytes, headBytes)
  return frame
}

export interface ReceivedBytes {
  /** Bytes of the carried connection. */
  readonly data: readonly Uint8Array[]
  /** The other side sends no more. */
  readonly hasEnded: boolean
}

/** Reads frames that arrive in pieces. It keeps no bytes but those of an incomplete head. */
export class TcpFrameReader {
  readonly #head = new Uint8Array(headBytes)
  #headLength = 0
  #dataBytesLeft = 0
  #hasEnded = false

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Throws when the bytes are not what the other side of such a connection sends. */
  read(chunk: Uint8Array): ReceivedBytes {
    const data: Uint8Array[] = []
    let at = 0
    while (at < chunk.length) {
      if (this.#dataBytesLeft > 0) {
        const bytes = chunk.subarray(at, at + this.#dataBytesLeft)
        data.push(bytes)
        this.#dataBytesLeft -= bytes.length
        at += bytes.length
      } else {
        const piece = chunk.subarray(at, at + headBytes - this.#headLength)
        this.#head.set(piece, this.#headLength)
        this.#headLength += piece.length
        at += piece.length
        if (this.#headLength === headBytes) this.#beginFrame()
      }
    }
    return { data, hasEnded: this.#hasEnded }
  }

  /** Frames without bytes keep the connection from being taken for an idle one; they may follow the end, too. */
  #beginFrame(): void {
    const [kind] = this.#head
    const length = new DataView(this.#head.buffer).getUint32(1)
    this.#headLength = 0
    if (kind === frameKinds.data && (length === 0 || !this.#hasEnded)) this.#dataBytesLeft = length
    else if (kind === frameKinds.end && length === 0 && !this.#hasEnded) this.#hasEnded = true
    else throw new Error('the other side sent something else than frames of a TCP connection')
  }
}
