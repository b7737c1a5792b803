/**
 * Buffers of frames that are used again. The kernel zeroes every page of a new buffer of 4 MiB, which takes half a millisecond
 * for a MiB, as long as its compression; and the collector would run all the time.
 */
import { storedFrameBytesMax } from '../dialect/format.ts'
import type { FrameBuffers } from '../ports/frame-workers.ts'

export interface ReusedBuffers extends FrameBuffers {
  /** Gives the memory of those that nobody uses back at once. */
  clear(): void
}

/** `keptMax`: buffers that wait for their next use. */
export function createFrameBuffers(keptMax: number): ReusedBuffers {
  const kept: ArrayBuffer[] = []
  return {
    take: (bytes) => new Uint8Array(kept.pop() ?? new ArrayBuffer(storedFrameBytesMax), 0, bytes),
    give({ buffer }) {
      if (buffer.byteLength === storedFrameBytesMax && kept.length < keptMax) kept.push(buffer)
    },
    clear() {
      for (const buffer of kept.splice(0)) buffer.transfer(0)
    },
  }
}
