/**
 * Tracks the frames of a WebSocket (RFC 6455, 5.2) in one direction, without inspecting their payload, so that the
 * proxy can insert a frame between two of them.
 */
export class WebSocketFrameTracker {
  /** The header of the current frame. */
  #head: number[] = []
  #payloadBytesLeft = 0
  #isClosed = false

  /** The proxy may insert a frame: none is incomplete, and no Close frame has passed. */
  get isBetweenFrames(): boolean {
    return !this.#isClosed && this.#payloadBytesLeft === 0 && this.#head.length === 0
  }

  push(chunk: Uint8Array): void {
    let at = 0
    while (at < chunk.length) {
      if (this.#payloadBytesLeft > 0) {
        const passed = Math.min(this.#payloadBytesLeft, chunk.length - at)
        this.#payloadBytesLeft -= passed
        at += passed
      } else {
        this.#head.push(chunk[at] ?? 0)
        at += 1
        if (this.#head.length === headBytesOf(this.#head)) this.#beginPayload()
      }
    }
  }

  #beginPayload(): void {
    this.#isClosed ||= ((this.#head[0] ?? 0) & 0x0f) === closeOpcode
    this.#payloadBytesLeft = payloadBytesOf(this.#head)
    this.#head = []
  }
}

const closeOpcode = 0x8
const maskedFlag = 0x80
const maskBytes = 4

/** The size of the extended payload length, which the second byte announces. */
function lengthBytesOf(head: readonly number[]): number {
  const short = (head[1] ?? 0) & 0x7f
  if (short === 126) return 2
  return short === 127 ? 8 : 0
}

/** The header size, as far as the received bytes determine it. */
function headBytesOf(head: readonly number[]): number {
  if (head.length < 2) return 2
  return 2 + lengthBytesOf(head) + (((head[1] ?? 0) & maskedFlag) === 0 ? 0 : maskBytes)
}

function payloadBytesOf(head: readonly number[]): number {
  const lengthBytes = lengthBytesOf(head)
  if (lengthBytes === 0) return (head[1] ?? 0) & 0x7f
  return head.slice(2, 2 + lengthBytes).reduce((length, byte) => length * 256 + byte, 0)
}

/** Status code "going away". */
const goingAway = 1001

/** A Close frame from the server side. `reason` is ASCII of at most 123 characters. */
export function closeFrame(reason: string): Uint8Array {
  const bytes = [...reason].map((char) => char.charCodeAt(0))
  return Uint8Array.of(0x80 | closeOpcode, 2 + bytes.length, goingAway >> 8, goingAway & 0xff, ...bytes)
}
