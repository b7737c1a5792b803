/** What transfers may take of a process, all of them together. */
import type { FrameWorkers } from '../ports/frame-workers.ts'
import { Slots } from './slots.ts'

export interface TransferLimits {
  /**
   * Memory of objects in flight, in quarters of an object: one holds its bytes while it is sent, and two frames while it is
   * received. So many small objects are in flight at once, and few large ones.
   */
  readonly objects: Slots
  /** The slots of an object of that size. */
  objectSlots(bytes: number): number
  readonly workers: FrameWorkers
  /** Frames that the workers have, or that wait for one of them. */
  readonly frames: Slots
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
  readonly objectBytes?: number
}

/** One that it works at, and the next one. */
const framesPerWorker = 2
const slotsPerObject = 4
const mebibyte = 1024 * 1024

/** One per process. */
export function createTransferLimits(
  workers: FrameWorkers,
  { objectsAtOnce = 8, objectBytes = 16 * mebibyte }: TransferOptions = {},
): TransferLimits {
  const frames = workers.count * framesPerWorker
  return {
    workers,
    objects: new Slots(objectsAtOnce * slotsPerObject),
    objectSlots: (bytes) =>
      Math.min(slotsPerObject, Math.max(1, Math.ceil((bytes / objectBytes) * slotsPerObject))),
    frames: new Slots(frames),
    objectsPerTransfer: Math.max(1, Math.ceil(objectsAtOnce / 2)),
    framesPerTransfer: frames,
    objectBytes,
  }
}
