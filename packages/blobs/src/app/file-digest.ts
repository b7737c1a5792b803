/**
 * The digest of a file: SHA-256 over the SHA-256 of each of its frames. Frames can be hashed at once and in any order, and
 * a hole costs nothing.
 */
import { createHash } from 'node:crypto'
import { frameCount, frameLength } from '../dialect/format.ts'

export interface FileDigest {
  /** Frames that are never set are zeros. */
  set(frame: number, digest: Uint8Array): void
  hex(): string
}

export function createFileDigest(fileBytes: number): FileDigest {
  const digests = new Map<number, Uint8Array>()
  return {
    set(frame, digest) {
      digests.set(frame, digest)
    },
    hex() {
      const hash = createHash('sha256')
      for (let frame = 0; frame < frameCount(fileBytes); frame++)
        hash.update(digests.get(frame) ?? digestOfZeros(frameLength(fileBytes, frame)))
      return hash.digest('hex')
    },
  }
}

const ofZeros = new Map<number, Uint8Array>()
/** Nearly all frames have the same length, so few are kept. */
const keptMax = 16

function digestOfZeros(bytes: number): Uint8Array {
  const known = ofZeros.get(bytes)
  if (known !== undefined) return known
  const digest = createHash('sha256').update(new Uint8Array(bytes)).digest()
  if (ofZeros.size < keptMax) ofZeros.set(bytes, digest)
  return digest
}
