/**
 * A frame between its content and what is stored: zstd, then AES-256-GCM where the artifact is encrypted.
 *
 * A nonce is made by HMAC of the frame's name, the digest of its content, and length and checksum of what is encrypted.
 * Two different frames never share one, also when an upload is made again from files that have changed or by another
 * version of zstd; and the same frame is the same bytes again, so an upload that is repeated finds what it has sent.
 *
 * Compression and SHA-256 run on libuv's threads. GCM is done at once: the threads would copy its input, which costs as
 * much, and it takes 3 ms for a frame.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, webcrypto } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, crc32, zstdCompress, zstdDecompress } from 'node:zlib'
import { associatedData, type FrameName, nonceBytes, tagBytes } from '../dialect/format.ts'

export interface EncodedContent {
  /** SHA-256 of the content. */
  readonly contentDigest: Uint8Array
  /** As it is stored, one after another. */
  readonly parts: readonly Uint8Array[]
}

export interface FrameCodec {
  encode(content: Uint8Array, frame: FrameName): Promise<EncodedContent>
  /** Throws for anything but what `encode` made of a frame of that name. */
  decode(stored: Uint8Array, frame: FrameName): Promise<Uint8Array>
}

export const artifactKeyBytes = 32

/** Compresses only. */
export const plainCodec: FrameCodec = {
  async encode(content) {
    const [contentDigest, compressed] = await Promise.all([sha256(content), compress(content)])
    return { contentDigest, parts: [compressed] }
  },
  decode: (stored, { bytes }) => decompress(stored, bytes),
}

/** `key`: 32 random bytes that no other artifact has. */
export function sealingCodec(key: Uint8Array): FrameCodec {
  if (key.length !== artifactKeyBytes) throw new TypeError(`an artifact key has ${artifactKeyBytes} bytes`)
  const sealKey = derive(key, 'cay seal 1')
  const nonceKey = derive(key, 'cay nonce 1')
  return {
    async encode(content, frame) {
      const [contentDigest, compressed] = await Promise.all([sha256(content), compress(content)])
      const data = associatedData(frame)
      const nonce = nonceOf({ nonceKey, data, contentDigest, compressed })
      const cipher = createCipheriv(algorithm, sealKey, nonce).setAAD(Buffer.from(data))
      const sealed = cipher.update(compressed)
      cipher.final()
      return { contentDigest, parts: [nonce, sealed, cipher.getAuthTag()] }
    },
    async decode(stored, frame) {
      const [nonce, sealed, tag] = [
        stored.subarray(0, nonceBytes),
        stored.subarray(nonceBytes, -tagBytes),
        stored.subarray(-tagBytes),
      ]
      const decipher = createDecipheriv(algorithm, sealKey, nonce, { authTagLength: tagBytes })
      const compressed = decipher
        .setAAD(Buffer.from(associatedData(frame)))
        .setAuthTag(tag)
        .update(sealed)
      // Throws when the tag is wrong; nothing was done with the bytes before.
      decipher.final()
      return decompress(compressed, frame.bytes)
    },
  }
}

export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await webcrypto.subtle.digest('SHA-256', bytes))
}

const algorithm = 'aes-256-gcm'

const derive = (key: Uint8Array, purpose: string) =>
  new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), purpose, artifactKeyBytes))

interface NonceInput {
  readonly nonceKey: Uint8Array
  readonly data: string
  readonly contentDigest: Uint8Array
  readonly compressed: Uint8Array
}

function nonceOf({ nonceKey, data, contentDigest, compressed }: NonceInput): Uint8Array {
  const hmac = createHmac('sha256', nonceKey).update(contentDigest)
  return hmac
    .update(`${compressed.length} ${crc32(compressed)} ${data}`)
    .digest()
    .subarray(0, nonceBytes)
}

/** Of 1 to 22: level 3 makes a root file system a tenth smaller and takes more than twice the time. */
const compressionLevel = 1
const compressAsync = promisify(zstdCompress)
const decompressAsync = promisify(zstdDecompress)

/**
 * Bytes that zlib takes at once. By default it takes 16 KiB and goes to its thread and back for each of them, which costs
 * three times what zstd does. What it takes stays allocated with what it has filled of it.
 */
const chunkSize = 1024 * 1024
const chunkSizeMin = 64 * 1024
const params = { [constants.ZSTD_c_compressionLevel]: compressionLevel }

function compress(content: Uint8Array): Promise<Uint8Array> {
  return compressAsync(content, { params, chunkSize })
}

async function decompress(stored: Uint8Array, bytes: number): Promise<Uint8Array> {
  const content = await decompressAsync(stored, {
    maxOutputLength: bytes,
    chunkSize: Math.max(chunkSizeMin, bytes),
  })
  if (content.length !== bytes) throw new Error(`the frame has ${content.length} of ${bytes} bytes`)
  return content
}
