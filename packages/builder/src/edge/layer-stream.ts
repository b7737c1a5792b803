/** Decompresses a layer: gzip and zstd are detected by their first bytes. */
import { createReadStream, readSync } from 'node:fs'
import type { Readable, Transform } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { refuseArchive } from '@cay/core/archive/archive-error.ts'

const pieceBytes = 1024 * 1024

type Packing = 'none' | 'gzip' | 'zstd'

/** `fd` is read from its begin and closed at the end. Ends early without harm when the reader has enough. */
export async function* unpackedBytes(fd: number): AsyncGenerator<Buffer> {
  const stored = createReadStream('', { fd, start: 0, highWaterMark: pieceBytes })
  const unpacked = unpackedStream(stored, packingOf(fd))
  stored.on('error', (error) => unpacked.destroy(error))
  try {
    yield* unpacked
  } catch (error) {
    if (isDamage(error)) throw refuseArchive(`it cannot be unpacked (${error.message})`)
    throw error
  } finally {
    unpacked.destroy()
    stored.destroy()
  }
}

function unpackedStream(stored: Readable, packing: Packing): Readable {
  const unpacker = makeUnpacker(packing)
  return unpacker === undefined ? stored : stored.pipe(unpacker)
}

function makeUnpacker(packing: Packing): Transform | undefined {
  if (packing === 'none') return undefined
  return packing === 'gzip'
    ? createGunzip({ chunkSize: pieceBytes / 4 })
    : createZstdDecompress({ chunkSize: pieceBytes / 4 })
}

function packingOf(fd: number): Packing {
  const first = Buffer.alloc(4)
  readSync(fd, first, 0, 4, 0)
  if (first.readUInt16BE(0) === 0x1f8b) return 'gzip'
  if (first.readUInt32LE(0) === 0xfd2fb528) return 'zstd'
  const other = otherPackings.find(([, magic]) => first.subarray(0, magic.length).equals(magic))
  if (other !== undefined)
    throw refuseArchive(`it is packed by ${other[0]}: only gzip and zstd can be unpacked`)
  return 'none'
}

/** Images may not be packed by these. No archive of tar begins so: a name of such bytes is no path of an image. */
const otherPackings = [
  ['xz', Buffer.from('fd377a58', 'hex')],
  ['bzip2', Buffer.from('425a6839', 'hex')],
  ['lz4', Buffer.from('04224d18', 'hex')],
] as const

/** What zlib says of bytes that are not what they should be. */
function isDamage(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^(Z_|ZSTD_|ERR_ZLIB)/.test(String(error.code))
}
