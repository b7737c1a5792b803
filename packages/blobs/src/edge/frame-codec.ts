/**
 * A frame between its content and what is stored: zstd, then AES-256-GCM where the artifact is encrypted.
 *
 * A nonce is made by HMAC of the frame's name, the digest of its content, and length and checksum of what is encrypted.
 * Two different frames never share one, also when an upload is made again from files that have changed or by another
 * version of zstd; and the same frame is the same bytes again, so an upload that is repeated finds what it has sent.
 *
 * Everything is computed at once, in the thread that calls it.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto'
import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import {
  associatedData,
  type FrameName,
  nonceBytes,
  storedFrameBytesMax,
  tagBytes,
} from '../dialect/format.ts'
import { rawFrame } from '../dialect/raw-frame.ts'
import type { EncodedContent, FrameBuffer, FrameKeys } from '../ports/frame-workers.ts'

export interface EncodeOptions {
  readonly frame: FrameName
  readonly keys: FrameKeys | undefined
  /** A buffer of that length for what is stored. */
  readonly allocate: (bytes: number) => FrameBuffer
}

export function encodeContent(content: Uint8Array, { frame, keys, allocate }: EncodeOptions): EncodedContent {
  const contentDigest = sha256(content)
  const body: Body = isIncompressible(content) ? asRawFrame(content) : compress(content)
  const bytes = body.parts.reduce((sum, { length }) => sum + length, 0)
  const stored = allocate(bytes + (keys === undefined ? 0 : nonceBytes + tagBytes))
  if (keys === undefined) copyParts(body.parts, stored)
  else seal(body.parts, { stored, keys, data: associatedData(frame), contentDigest, bytes, ...body })
  if (body.temporary !== undefined) freeBuffer(body.temporary)
  return { contentDigest, stored }
}

/** Throws for anything but what `encodeContent` made of a frame of that name. The content is there until the next call. */
export function decodeContent(stored: Uint8Array, frame: FrameName, keys: FrameKeys | undefined): Uint8Array {
  const compressed = keys === undefined ? stored : open(stored, frame, keys)
  const content = zstdDecompressSync(compressed, {
    maxOutputLength: frame.bytes,
    chunkSize: Math.max(chunkSizeMin, frame.bytes),
  })
  if (content.length !== frame.bytes)
    throw new Error(`the frame has ${content.length} of ${frame.bytes} bytes`)
  return content
}

export const sha256 = (bytes: Uint8Array): Uint8Array =>
  new Uint8Array(createHash('sha256').update(bytes).digest())

/** Half a millisecond for a MiB is saved when the next large buffer is in the same memory; the collector would come too late. */
export function freeBuffer({ buffer }: Uint8Array): void {
  // Small ones may share theirs with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= freedBytesMin) buffer.transfer(0)
}

const freedBytesMin = 128 * 1024

interface Body {
  readonly parts: readonly Uint8Array[]
  /** Says, with the digest of the content and the length, what the parts are. */
  readonly checksum: string
  /** To be freed when it is stored. */
  readonly temporary?: Uint8Array
}

const asRawFrame = (content: Uint8Array): Body => ({ parts: rawFrame(content), checksum: 'raw' })

/** Of 1 to 22: level 3 makes a root file system a tenth smaller and takes more than twice the time. */
const compressionLevel = 1
const params = { [constants.ZSTD_c_compressionLevel]: compressionLevel }
const chunkSizeMin = 64 * 1024

/** With room for the whole of it zstd compresses at once; else by way of buffers of its own. */
function compress(content: Uint8Array): Body {
  const chunkSize = Math.max(chunkSizeMin, content.length + growthBytesMax)
  const compressed = zstdCompressSync(content, { params, chunkSize })
  return { parts: [compressed], checksum: String(crc32(compressed)), temporary: compressed }
}

const growthBytesMax = 64 * 1024
const samples = 32
const sampleBytes = 4096
const incompressibleFrom = 0.97
const sample = new Uint8Array(samples * sampleBytes)

/**
 * Whether samples from all over the content do not compress. Raw blocks take no time; what a wrong guess costs is space: at
 * most the length of the content.
 */
function isIncompressible(content: Uint8Array): boolean {
  const stride = Math.floor(content.length / samples)
  if (stride < 2 * sampleBytes) return false
  for (let index = 0; index < samples; index++)
    sample.set(content.subarray(index * stride, index * stride + sampleBytes), index * sampleBytes)
  const compressed = zstdCompressSync(sample, { params, chunkSize: sample.length + chunkSizeMin })
  const { length } = compressed
  freeBuffer(compressed)
  return length > incompressibleFrom * sample.length
}

function copyParts(parts: readonly Uint8Array[], to: Uint8Array): void {
  let filled = 0
  for (const part of parts) {
    to.set(part, filled)
    filled += part.length
  }
}

const algorithm = 'aes-256-gcm'

interface Sealing extends NonceInput {
  readonly stored: Uint8Array
  readonly keys: FrameKeys
}

function seal(parts: readonly Uint8Array[], { stored, keys, ...input }: Sealing): void {
  const nonce = nonceOf(keys, input)
  stored.set(nonce)
  const cipher = createCipheriv(algorithm, keys.seal, nonce).setAAD(Buffer.from(input.data))
  let filled = nonceBytes
  for (const part of parts) filled = passPieces(part, cipher, { to: stored, filled })
  cipher.final()
  stored.set(cipher.getAuthTag(), filled)
}

interface NonceInput {
  readonly data: string
  readonly contentDigest: Uint8Array
  readonly bytes: number
  readonly checksum: string
}

function nonceOf({ nonce }: FrameKeys, { data, contentDigest, bytes, checksum }: NonceInput): Uint8Array {
  const hmac = createHmac('sha256', nonce).update(contentDigest)
  return hmac.update(`${bytes} ${checksum} ${data}`).digest().subarray(0, nonceBytes)
}

/** Of the thread: what was decrypted is read before the next frame is. */
let opened: Uint8Array | undefined

function open(stored: Uint8Array, frame: FrameName, { seal: key }: FrameKeys): Uint8Array {
  opened ??= new Uint8Array(storedFrameBytesMax)
  const [nonce, sealed, tag] = [
    stored.subarray(0, nonceBytes),
    stored.subarray(nonceBytes, -tagBytes),
    stored.subarray(-tagBytes),
  ]
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(associatedData(frame)))
    .setAuthTag(tag)
  const bytes = passPieces(sealed, decipher, { to: opened, filled: 0 })
  // Throws when the tag is wrong; nothing was done with the bytes before.
  decipher.final()
  return opened.subarray(0, bytes)
}

/** The result of one is still in the processor's cache when it is copied. */
const pieceBytes = 128 * 1024

interface Filling {
  readonly to: Uint8Array
  readonly filled: number
}

/** Returns how many bytes are filled then. */
function passPieces(
  bytes: Uint8Array,
  cipher: { update(piece: Uint8Array): Buffer },
  { to, filled }: Filling,
): number {
  for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
    const piece = cipher.update(bytes.subarray(offset, offset + pieceBytes))
    to.set(piece, filled + offset)
    freeBuffer(piece)
  }
  return filled + bytes.length
}
