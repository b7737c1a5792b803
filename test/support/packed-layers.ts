/** Layers as other tools pack them, and one that is too large for the memory of a test. */
import { createHash } from 'node:crypto'
import { crc32, createZstdCompress, deflateRawSync, zstdCompressSync } from 'node:zlib'
import { tarOf } from '@cay/builder/testing/tar.ts'

const tarBlock = 512

/** Frames that end within headers and contents, between frames to be skipped. */
export function inFrames(bytes: Buffer): Buffer {
  const skipped = Buffer.from('502a4d180400000001020304', 'hex')
  const frames: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 100_000)
    frames.push(zstdCompressSync(bytes.subarray(at, at + 100_000)), skipped)
  return Buffer.concat([skipped, ...frames])
}

/** All optional fields of the head (RFC 1952), in two members. */
export function oddlyZipped(bytes: Buffer): Buffer {
  const half = Math.floor(bytes.length / tarBlock / 2) * tarBlock + 100
  return Buffer.concat([bytes.subarray(0, half), bytes.subarray(half)].map(gzipMember))
}

function gzipMember(bytes: Buffer): Buffer {
  const [extra, name, comment] = [4, 8, 16]
  const head = Buffer.from([0x1f, 0x8b, 8, extra | name | comment, 0, 0, 0, 0, 0, 255])
  const fields = Buffer.from('\x06\0XX\x02\0\x01\x02layer.tar\0a comment\0', 'latin1')
  const tail = Buffer.alloc(8)
  tail.writeUInt32LE(crc32(bytes), 0)
  tail.writeUInt32LE(bytes.length, 4)
  return Buffer.concat([head, fields, deflateRawSync(bytes), tail])
}

export const largeBytes = 10 * 2 ** 30
const end = 'end\n'

export interface LargeLayer {
  /** By zstd, to less than a MiB. */
  readonly packed: Buffer
  /** Of the archive. */
  readonly diffId: string
}

/** A file `srv/zeros` of zeros and `end`. */
export async function largeLayer(): Promise<LargeLayer> {
  const hash = createHash('sha256')
  const packer = createZstdCompress()
  const pieces: Buffer[] = []
  packer.on('data', (piece: Buffer) => pieces.push(piece))
  for (const piece of largeArchive()) {
    hash.update(piece)
    if (!packer.write(piece)) await new Promise((resolve) => packer.once('drain', resolve))
  }
  await new Promise<void>((resolve) => packer.once('end', resolve).end())
  return { packed: Buffer.concat(pieces), diffId: `sha256:${hash.digest('hex')}` }
}

function* largeArchive(): Generator<Buffer> {
  yield tarOf([{ name: 'srv/zeros', claimedSize: largeBytes }]).subarray(0, tarBlock)
  const zeros = Buffer.alloc(8 * 2 ** 20)
  for (let left = largeBytes - zeros.length; left > 0; left -= zeros.length) yield zeros
  yield Buffer.concat([zeros.subarray(end.length), Buffer.from(end)])
  yield Buffer.alloc(2 * tarBlock)
}
