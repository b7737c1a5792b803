/**
 * A stream in segments that are authenticated one by one, so that no byte is looked at before it is known whose it is: the
 * STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015) with HMAC-SHA256 in the place of AEAD. The key of a stream
 * is derived from the operator's key and a random salt, so a segment fits into no other stream; its number and whether it
 * is the last are authenticated, so none can be moved, repeated, left out or added.
 *
 * Each segment is a zstd frame, and what authenticates it stands before it in a skippable frame: `zstd -d` reads the whole.
 *
 *   skippable [ "cay backup 2\n", salt ]  then for each segment  skippable [ length, isLast, tag ]  zstd frame
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { BackupError } from '../../dialect/backup/backup-contents.ts'
import type { ByteReader } from '../byte-reader.ts'

/** Of the content of a segment. The last one may be shorter. */
const segmentBytes = 4 * 1024 ** 2
/** Of a compressed segment: content that does not compress becomes a little longer. */
const frameBytesMax = segmentBytes + 64 * 1024

/** One of the sixteen that mark a skippable frame (RFC 8878, 3.1.2). */
const skippableMagic = 0x184d2a5e
const magicAndLengthBytes = 8

const name = Buffer.from('cay backup 2\n')
const saltBytes = 32
const tagBytes = 32
const headBytes = 4 + 1 + tagBytes

/** Fast, and within a tenth of the size that slower levels reach on checkpoints. */
const compressionLevel = 3
const params = {
  [constants.ZSTD_c_compressionLevel]: compressionLevel,
  [constants.ZSTD_c_checksumFlag]: 1,
}

export async function* sealSegments(content: AsyncIterable<Buffer>, key: Uint8Array): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes)
  const streamKey = deriveKey(key, salt)
  yield skippable(Buffer.concat([name, salt]))
  let index = 0
  let held: Buffer | undefined
  for await (const segment of cut(content)) {
    if (held !== undefined) yield await seal(held, { streamKey, index: index++, isLast: false })
    held = segment
  }
  yield await seal(held ?? Buffer.alloc(0), { streamKey, index, isLast: true })
}

interface Place {
  readonly streamKey: Buffer
  readonly index: number
  readonly isLast: boolean
}

async function seal(segment: Buffer, place: Place): Promise<Buffer> {
  const frame = await promisify(zstdCompress)(segment, { params })
  const head = Buffer.alloc(5)
  head.writeUInt32LE(frame.length, 0)
  head.writeUInt8(place.isLast ? 1 : 0, 4)
  return Buffer.concat([skippable(Buffer.concat([head, tagOf(frame, place)])), frame])
}

/** Whether a stream that begins with these four bytes is one of segments. */
export function isSegmented(beginning: Buffer): boolean {
  return beginning.length === 4 && beginning.readUInt32LE(0) === skippableMagic
}

/** The content, behind the first four bytes. Without a key nothing is authenticated. Throws BackupError. */
export async function* openSegments(reader: ByteReader, key: Uint8Array | undefined): AsyncGenerator<Buffer> {
  const header = await readSkippable(reader, { bytes: name.length + saltBytes, isBegun: true })
  if (!header.subarray(0, name.length).equals(name)) throw new BackupError('it is not a backup made by Cay')
  const streamKey = key === undefined ? undefined : deriveKey(key, header.subarray(name.length))
  for (let index = 0; ; index++) {
    const head = await readSkippable(reader, { bytes: headBytes, isBegun: false })
    const [length, last] = [head.readUInt32LE(0), head.readUInt8(4)]
    if (last > 1) throw new BackupError('it is damaged: a segment is neither the last nor any other')
    const isLast = last === 1
    if (length > frameBytesMax) throw new BackupError('it is damaged: a segment is longer than any')
    const frame = await readWhole(reader, length)
    if (
      streamKey !== undefined &&
      !timingSafeEqual(tagOf(frame, { streamKey, index, isLast }), head.subarray(5))
    )
      throw new BackupError(
        index === 0
          ? 'it was not made with this key, or it was altered'
          : `it was altered, in segment ${index} of those of ${segmentBytes} bytes`,
      )
    yield await promisify(zstdDecompress)(frame, { maxOutputLength: segmentBytes })
    if (isLast) break
  }
  if ((await reader.read(1)).length > 0) throw new BackupError('something follows its end')
}

async function readSkippable(
  reader: ByteReader,
  { bytes, isBegun }: { readonly bytes: number; readonly isBegun: boolean },
): Promise<Buffer> {
  const start = await readWhole(reader, isBegun ? magicAndLengthBytes - 4 : magicAndLengthBytes)
  const isMarked = isBegun || start.readUInt32LE(0) === skippableMagic
  if (!isMarked || start.readUInt32LE(start.length - 4) !== bytes) throw new BackupError('it is damaged')
  return await readWhole(reader, bytes)
}

async function readWhole(reader: ByteReader, bytes: number): Promise<Buffer> {
  const read = await reader.read(bytes)
  if (read.length < bytes) throw new BackupError('it is cut off')
  return read
}

function skippable(content: Buffer): Buffer {
  const start = Buffer.alloc(magicAndLengthBytes)
  start.writeUInt32LE(skippableMagic, 0)
  start.writeUInt32LE(content.length, 4)
  return Buffer.concat([start, content])
}

function deriveKey(key: Uint8Array, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, name, 32))
}

function tagOf(frame: Buffer, { streamKey, index, isLast }: Place): Buffer {
  const place = Buffer.alloc(9)
  place.writeBigUInt64BE(BigInt(index), 0)
  place.writeUInt8(isLast ? 1 : 0, 8)
  return createHmac('sha256', streamKey).update(place).update(frame).digest()
}

/** Into segments of the same length, but for the last. */
async function* cut(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let heldBytes = 0
  for await (const chunk of content) {
    held.push(chunk)
    heldBytes += chunk.length
    if (heldBytes < segmentBytes) continue
    let rest = Buffer.concat(held)
    for (; rest.length >= segmentBytes; rest = rest.subarray(segmentBytes))
      yield rest.subarray(0, segmentBytes)
    held = rest.length === 0 ? [] : [rest]
    heldBytes = rest.length
  }
  if (heldBytes > 0) yield Buffer.concat(held)
}
