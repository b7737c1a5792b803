/** Decompresses a layer: gzip and zstd are detected by their first bytes. */
import { closeSync, createReadStream, readSync } from 'node:fs'
import { Readable, type Transform } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { refuseArchive } from '@cay/core/archive/archive-error.ts'

const pieceBytes = 1024 * 1024

type Packing = 'none' | 'gzip' | 'zstd'

/** `fd` is read from its begin and closed at the end. Ends early without harm when the reader has enough. */
export async function* unpackedBytes(fd: number): AsyncGenerator<Buffer> {
  try {
    yield* unpackers[packingOf(fd)](fd)
  } catch (error) {
    if (isDamage(error)) throw refuseArchive(`it cannot be unpacked (${error.message})`)
    throw error
  }
}

/** Each closes the file. */
const unpackers: Readonly<Record<Packing, (fd: number) => AsyncGenerator<Buffer>>> = {
  none: (fd) => piped(storedIn(fd)),
  gzip: (fd) => piped(storedIn(fd), createGunzip({ chunkSize: pieceBytes / 4 })),
  zstd: unpackedFrames,
}

function storedIn(fd: number): Readable {
  return createReadStream('', { fd, start: 0, highWaterMark: pieceBytes })
}

/**
 * Node's own unpacker ends with the first frame. Layers whose files can be fetched one by one (`zstd:chunked`) have a frame
 * for each file, and frames to be skipped.
 */
async function* unpackedFrames(fd: number): AsyncGenerator<Buffer> {
  try {
    for (let at = 0; hasBytesAt(fd, at); ) {
      const unpacker = createZstdDecompress({ chunkSize: pieceBytes / 4 })
      yield* piped(Readable.from(piecesFrom(fd, at)), unpacker)
      if (unpacker.bytesWritten === 0) throw refuseArchive('it cannot be unpacked (a frame is empty)')
      at += unpacker.bytesWritten
    }
  } finally {
    closeSync(fd)
  }
}

/** Small pieces: what lies behind a frame is read again for the next one. */
const framePieceBytes = 64 * 1024

function* piecesFrom(fd: number, from: number): Generator<Buffer> {
  for (let at = from; ; ) {
    const piece = Buffer.allocUnsafe(framePieceBytes)
    const read = readSync(fd, piece, 0, framePieceBytes, at)
    if (read === 0) return
    at += read
    yield piece.subarray(0, read)
  }
}

function hasBytesAt(fd: number, at: number): boolean {
  return readSync(fd, Buffer.alloc(1), 0, 1, at) > 0
}

/** Both streams are gone when the reader has enough, and when the unpacker has. */
async function* piped(stored: Readable, unpacker?: Transform): AsyncGenerator<Buffer> {
  if (unpacker !== undefined) {
    stored.on('error', (error) => unpacker.destroy(error))
    stored.pipe(unpacker)
  }
  try {
    yield* unpacker ?? stored
  } finally {
    unpacker?.destroy()
    stored.destroy()
  }
}

function packingOf(fd: number): Packing {
  const first = Buffer.alloc(4)
  readSync(fd, first, 0, 4, 0)
  if (first.readUInt16BE(0) === 0x1f8b) return 'gzip'
  if (isZstd(first.readUInt32LE(0))) return 'zstd'
  const other = otherPackings.find(([, magic]) => first.subarray(0, magic.length).equals(magic))
  if (other !== undefined)
    throw refuseArchive(`it is packed by ${other[0]}: only gzip and zstd can be unpacked`)
  return 'none'
}

/** A frame, or one of the sixteen kinds of frames to be skipped. */
function isZstd(magic: number): boolean {
  return magic === 0xfd2fb528 || magic >>> 4 === 0x184d2a5
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
