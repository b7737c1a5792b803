/**
 * A frame between its content and what is stored: zstd, then AES-256-GCM where the artifact is encrypted. A nonce is made of
 * the frame's name and of what is encrypted, by HMAC: two different frames never share one, also when an upload is made
 * again from files that have changed, and the same frame is the same bytes again. All of it runs on libuv's threads.
 */
import { createHmac, hkdfSync, webcrypto } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { associatedData, type FrameName, nonceBytes } from '../dialect/format.ts'

export interface FrameCodec {
  encode(content: Uint8Array, frame: FrameName): Promise<Uint8Array>
  /** Throws for anything but what `encode` made of a frame of that name. */
  decode(stored: Uint8Array, frame: FrameName): Promise<Uint8Array>
}

export const artifactKeyBytes = 32

/** Compresses only. */
export const plainCodec: FrameCodec = {
  encode: (content) => compress(content),
  decode: (stored, { bytes }) => decompress(stored, bytes),
}

/** `key`: 32 random bytes that no other artifact has. */
export async function sealingCodec(key: Uint8Array): Promise<FrameCodec> {
  if (key.length !== artifactKeyBytes) throw new TypeError(`an artifact key has ${artifactKeyBytes} bytes`)
  const sealKey = await webcrypto.subtle.importKey('raw', derive(key, 'cay seal 1'), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ])
  const nonceKey = derive(key, 'cay nonce 1')
  return {
    async encode(content, frame) {
      const compressed = await compress(content)
      const data = associatedData(frame)
      const digest = await sha256(compressed)
      const nonce = createHmac('sha256', nonceKey)
        .update(data)
        .update(digest)
        .digest()
        .subarray(0, nonceBytes)
      const sealed = await webcrypto.subtle.encrypt(cipher(nonce, data), sealKey, compressed)
      return Buffer.concat([nonce, new Uint8Array(sealed)])
    },
    async decode(stored, frame) {
      const parameters = cipher(stored.subarray(0, nonceBytes), associatedData(frame))
      const opened = await webcrypto.subtle.decrypt(parameters, sealKey, stored.subarray(nonceBytes))
      return decompress(new Uint8Array(opened), frame.bytes)
    },
  }
}

export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await webcrypto.subtle.digest('SHA-256', bytes))
}

const derive = (key: Uint8Array, purpose: string) =>
  new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), purpose, artifactKeyBytes))

const cipher = (iv: Uint8Array, data: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: Buffer.from(data),
})

/** Of 1 to 22: level 3 makes a root file system a tenth smaller and takes more than twice the time. */
const compressionLevel = 1
const compressAsync = promisify(zstdCompress)
const decompressAsync = promisify(zstdDecompress)

function compress(content: Uint8Array): Promise<Uint8Array> {
  return compressAsync(content, { params: { [constants.ZSTD_c_compressionLevel]: compressionLevel } })
}

async function decompress(stored: Uint8Array, bytes: number): Promise<Uint8Array> {
  const content = await decompressAsync(stored, { maxOutputLength: bytes })
  if (content.length !== bytes) throw new Error(`the frame has ${content.length} of ${bytes} bytes`)
  return content
}
