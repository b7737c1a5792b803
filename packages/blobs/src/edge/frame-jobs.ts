/** What a thread of the frame workers does for one message: everything at once, with buffers of its own. */
import { createHash } from 'node:crypto'
import { readSync, writeSync } from 'node:fs'
import { frameBytes, storedFrameBytesMax } from '../dialect/format.ts'
import { dataRuns, isAllZeros } from '../dialect/zero-runs.ts'
import type {
  DamagedFrame,
  DecodedContent,
  DigestedParts,
  EncodedContent,
  FrameBuffer,
  FramePlace,
} from '../ports/frame-workers.ts'
import { decodeContent, encodeContent, freeBuffer, sha256 } from './frame-codec.ts'

export interface EncodeJob {
  readonly kind: 'encode'
  readonly place: FramePlace
  /** For what is stored, when that fills most of it. */
  readonly spare: FrameBuffer
}

export interface DecodeJob {
  readonly kind: 'decode'
  readonly place: FramePlace
  readonly stored: FrameBuffer
}

export interface DigestJob {
  readonly kind: 'digest'
  readonly parts: readonly FrameBuffer[]
}

export interface EncodeResult {
  /** Absent: the content is zeros. */
  readonly encoded?: EncodedContent
  /** Absent: it was used. */
  readonly spare?: FrameBuffer
}

export interface DecodeResult {
  readonly outcome: DecodedContent | DamagedFrame
  readonly stored: FrameBuffer
}

/** Of the thread: a content is read, and stored, before the next one is read. */
let content: Uint8Array | undefined

export function runEncode({ place, spare }: EncodeJob): EncodeResult {
  const { name, keys } = place
  content ??= new Uint8Array(frameBytes)
  const read = content.subarray(0, name.bytes)
  readFully(read, place)
  if (isAllZeros(read)) return { spare }
  let isSpareUsed = false
  const allocate = (bytes: number) => {
    isSpareUsed = bytes > smallFrameBytesMax
    return isSpareUsed ? new Uint8Array(spare.buffer, 0, bytes) : new Uint8Array(bytes)
  }
  const encoded = encodeContent(read, { frame: name, keys, allocate })
  return { encoded, ...(isSpareUsed ? {} : { spare }) }
}

/** Smaller ones are as long as their content, so that an object of many such frames takes no more memory than its bytes. */
const smallFrameBytesMax = (storedFrameBytesMax * 3) / 4

export function runDecode({ place, stored }: DecodeJob): DecodeResult {
  const { name, keys } = place
  let decoded: Uint8Array
  try {
    decoded = decodeContent(stored, name, keys)
  } catch (error) {
    return { outcome: { damage: String(error) }, stored }
  }
  try {
    for (const { offset, bytes } of dataRuns(decoded))
      writeFully(decoded.subarray(offset, offset + bytes), place.descriptor, place.offset + offset)
    return { outcome: { contentDigest: sha256(decoded) }, stored }
  } finally {
    freeBuffer(decoded)
  }
}

export function runDigest({ parts }: DigestJob): DigestedParts {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return { sha256: hash.digest('hex'), parts }
}

function readFully(buffer: Uint8Array, { descriptor, offset, name }: FramePlace): void {
  let filled = 0
  while (filled < buffer.length) {
    const bytes = readSync(descriptor, buffer, filled, buffer.length - filled, offset + filled)
    if (bytes === 0) throw new Error(`file ${name.file} became shorter while it was read`)
    filled += bytes
  }
}

function writeFully(bytes: Uint8Array, descriptor: number, offset: number): void {
  let written = 0
  while (written < bytes.length)
    written += writeSync(descriptor, bytes, written, bytes.length - written, offset + written)
}
