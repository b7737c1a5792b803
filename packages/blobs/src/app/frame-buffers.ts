/**
 * Buffers of frames that are used again. A new buffer of 4 MiB for every frame makes the collector run all the time: it
 * took a third of a transfer.
 */
import { storedFrameBytesMax } from '../dialect/format.ts'

export interface FrameBuffers {
  /** Of that length, at most that of a stored frame; with what was there before. */
  take(bytes: number): Uint8Array
  /** Nobody else may hold it any more. */
  give(buffer: Uint8Array): void
}

/** `keptMax`: buffers that wait for their next use. */
export function createFrameBuffers(keptMax: number): FrameBuffers {
  const kept: ArrayBufferLike[] = []
  return {
    take: (bytes) => new Uint8Array(kept.pop() ?? new ArrayBuffer(storedFrameBytesMax), 0, bytes),
    give({ buffer }) {
      if (kept.length < keptMax) kept.push(buffer)
    },
  }
}
