/**
 * Threads that do the work of frames: read and write files, compress, hash, encrypt, and back. What they are given they
 * finish: a caller that gives up waits for it.
 */
import type { FrameName } from '../dialect/format.ts'

/** What an encrypted artifact's frames are encrypted with, and what their nonces are made with. */
export interface FrameKeys {
  readonly seal: Uint8Array
  readonly nonce: Uint8Array
}

/** A frame's content in an open file of this process, which stays open meanwhile. */
export interface FramePlace {
  readonly descriptor: number
  readonly offset: number
  readonly name: FrameName
  /** Absent: the artifact is not encrypted. */
  readonly keys: FrameKeys | undefined
}

export type FrameBuffer = Uint8Array<ArrayBuffer>

export interface EncodedContent {
  /** SHA-256 of the content. */
  readonly contentDigest: Uint8Array
  /** As it is stored. */
  readonly stored: FrameBuffer
}

export interface DecodedContent {
  /** SHA-256 of the content. */
  readonly contentDigest: Uint8Array
}

/** Why the stored bytes are not those of that frame. */
export interface DamagedFrame {
  readonly damage: string
}

export interface DigestedParts {
  /** In hex, of all parts. */
  readonly sha256: string
  /** In other objects: those that were given are empty afterwards. */
  readonly parts: readonly FrameBuffer[]
}

export interface FrameWorkers {
  /** Of threads, at most. */
  readonly count: number
  readonly buffers: FrameBuffers
  /** Undefined: the content is zeros. Throws what reading throws. */
  encode(place: FramePlace): Promise<EncodedContent | undefined>
  /** Writes the content without its long runs of zeros. Throws what writing throws. Keeps `stored`. */
  decode(stored: FrameBuffer, place: FramePlace): Promise<DecodedContent | DamagedFrame>
  digest(parts: readonly FrameBuffer[]): Promise<DigestedParts>
}

/** Buffers of stored frames that are used again. */
export interface FrameBuffers {
  /** Of that length, at most that of a stored frame; with what was there before. */
  take(bytes: number): FrameBuffer
  /** Nobody else may hold it any more. Those that were not taken here are left to the collector. */
  give(buffer: FrameBuffer): void
}
