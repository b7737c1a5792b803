/** What transfers may take of a process, all of them together. */
import { createFrameBuffers, type FrameBuffers } from './frame-buffers.ts'
import { Slots } from './slots.ts'

export interface TransferLimits {
  /**
   * Memory of objects in flight, in quarters of an object: one holds its bytes while it is sent, and two frames while it is
   * received. So many small objects are in flight at once, and few large ones.
   */
  readonly objects: Slots
  /** The slots of an object of that size. */
  objectSlots(bytes: number): number
  /** Frames that are compressed or decompressed. Each takes a thread of libuv's pool, which file access needs too. */
  readonly frames: Slots
  readonly buffers: FrameBuffers
  /** Objects in flight of one transfer. */
  readonly objectsPerTransfer: number
  /** Frames of one transfer that are read ahead. */
  readonly framesPerTransfer: number
  /** The bytes at which an object is closed. */
  readonly objectBytes: number
}

export interface TransferOptions {
  /** Objects of the full size in flight; small ones are four times as many. */
  readonly objectsAtOnce?: number
  readonly framesAtOnce?: number
  readonly objectBytes?: number
}

/** Of the four threads that libuv has by default. */
const framesAtOnceMax = 3
const slotsPerObject = 4
const mebibyte = 1024 * 1024

/** One per process. */
export function createTransferLimits(
  processors: number,
  { objectsAtOnce = 8, framesAtOnce, objectBytes = 16 * mebibyte }: TransferOptions = {},
): TransferLimits {
  const frames = framesAtOnce ?? Math.max(1, Math.min(processors, framesAtOnceMax))
  return {
    objects: new Slots(objectsAtOnce * slotsPerObject),
    objectSlots: (bytes) =>
      Math.min(slotsPerObject, Math.max(1, Math.ceil((bytes / objectBytes) * slotsPerObject))),
    frames: new Slots(frames),
    buffers: createFrameBuffers(objectsAtOnce),
    objectsPerTransfer: Math.max(1, Math.ceil(objectsAtOnce / 2)),
    framesPerTransfer: frames + 1,
    objectBytes,
  }
}
