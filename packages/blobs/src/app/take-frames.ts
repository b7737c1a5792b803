/** Cuts the bytes of an object into the frames that it holds. */
import type { Hash } from 'node:crypto'
import type { PlacedFrame } from '../dialect/manifest.ts'
import type { FrameBuffer, FrameBuffers } from '../ports/frame-workers.ts'

export interface TakenFrame {
  readonly placed: PlacedFrame
  /** Of the buffers; whoever takes the frame gives it back. */
  readonly stored: FrameBuffer
}

export interface TakeOptions {
  /** Their bytes are the object's, all of them. */
  readonly frames: readonly PlacedFrame[]
  /** Takes all of them, in order. */
  readonly hash: Hash | undefined
  readonly buffers: FrameBuffers
}

export async function* takeFrames(
  chunks: AsyncIterable<Uint8Array>,
  { frames, hash, buffers }: TakeOptions,
): AsyncGenerator<TakenFrame> {
  const waiting = frames[Symbol.iterator]()
  let open = nextFrame(waiting, buffers)
  for await (const chunk of chunks) {
    hash?.update(chunk)
    let rest = chunk
    while (open !== undefined && rest.length > 0) {
      rest = fill(open, rest)
      if (open.filled < open.stored.length) continue
      const { placed, stored } = open
      open = nextFrame(waiting, buffers)
      yield { placed, stored }
    }
  }
}

interface OpenFrame {
  readonly placed: PlacedFrame
  readonly stored: FrameBuffer
  filled: number
}

function nextFrame(waiting: Iterator<PlacedFrame>, buffers: FrameBuffers): OpenFrame | undefined {
  const { value, done } = waiting.next()
  return done === true ? undefined : { placed: value, stored: buffers.take(value.storedBytes), filled: 0 }
}

/** Returns the bytes that are left over. */
function fill(open: OpenFrame, bytes: Uint8Array): Uint8Array {
  const taken = bytes.subarray(0, open.stored.length - open.filled)
  open.stored.set(taken, open.filled)
  open.filled += taken.length
  return bytes.subarray(taken.length)
}
