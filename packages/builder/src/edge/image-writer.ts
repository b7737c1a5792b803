/** Writes an image into an open file, in large pieces. */
import type { FileHandle } from 'node:fs/promises'
import { refuseArchive } from '@cay/core/archive/archive-error.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { blockBytes, encodeSuperblock, superblockOffset } from '../dialect/erofs/layout.ts'
import type { ImageFacts, ImageWriter } from '../ports/image-writer.ts'

/** Bytes written at once. */
const pieceBytes = 4 * 1024 * 1024

export interface ImageBounds {
  /** Bytes that are in the file already, whole blocks. */
  readonly from?: number
  /** Of the image. */
  readonly bytesMax: number
  /** Of the image, for which the disk has room; absent: nobody has looked. */
  readonly roomBytes?: number
}

export class FileImageWriter implements ImageWriter {
  readonly #file: FileHandle
  readonly #bytesMax: number
  readonly #roomBytes: number
  #piece = Buffer.allocUnsafe(pieceBytes)
  #pieceLength = 0
  /** Where in the image the piece will stand. */
  #pieceAt: number
  #writing: Promise<void> = Promise.resolve()

  /** The first block is kept for the superblock. */
  constructor(file: FileHandle, { from = 0, bytesMax, roomBytes = Number.POSITIVE_INFINITY }: ImageBounds) {
    this.#file = file
    this.#bytesMax = bytesMax
    this.#roomBytes = roomBytes
    this.#pieceAt = Math.max(from, blockBytes)
  }

  get bytes(): number {
    return this.#pieceAt + this.#pieceLength
  }

  nextBlock(size: number): number {
    const bytes = this.bytes + size
    if (bytes > this.#bytesMax)
      throw refuseArchive(`the root file system would be larger than ${inMib(this.#bytesMax)}`)
    checkRoom(bytes, this.#roomBytes)
    return this.bytes / blockBytes
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + pieceBytes - this.#pieceLength)
      this.#piece.set(part, this.#pieceLength)
      this.#pieceLength += part.length
      at += part.length
      if (this.#pieceLength === pieceBytes) this.#flush()
    }
  }

  endContent(): void {
    const over = this.bytes % blockBytes
    if (over > 0) this.write(zeros.subarray(0, blockBytes - over))
  }

  async settle(): Promise<void> {
    await this.#writing
  }

  async read(block: number, size: number): Promise<Buffer> {
    this.#flush()
    await this.#writing
    const bytes = Buffer.alloc(size)
    await this.#file.read(bytes, 0, size, block * blockBytes)
    return bytes
  }

  async finish(metadata: Buffer, superblock: ImageFacts): Promise<number> {
    this.write(metadata)
    this.#flush()
    await this.#writing
    const first = Buffer.alloc(blockBytes)
    encodeSuperblock({ ...superblock, blocks: this.bytes / blockBytes }).copy(first, superblockOffset)
    await this.#file.write(first, 0, blockBytes, 0)
    return this.bytes
  }

  #flush(): void {
    const [piece, length, at] = [this.#piece, this.#pieceLength, this.#pieceAt]
    if (length === 0) return
    this.#piece = Buffer.allocUnsafe(pieceBytes)
    this.#pieceLength = 0
    this.#pieceAt += length
    const bytes = piece.subarray(0, length)
    // A hole: what is sparse in an image costs no disk. The metadata behind it gives the file its length.
    if (bytes.equals(zeroPiece.subarray(0, length))) return
    const before = this.#writing
    this.#writing = before.then(() => writeAll(this.#file, bytes, at))
    // Whoever awaits `settle` hears of a failure.
    this.#writing.catch(() => undefined)
  }
}

const zeros = Buffer.alloc(blockBytes)
const zeroPiece = Buffer.alloc(pieceBytes)

/** Throws request_invalid, in words for whoever ordered the image. */
export function checkRoom(bytes: number, roomBytes: number): void {
  if (bytes <= roomBytes) return
  throw new ServiceError(
    'request_invalid',
    `the disk of the node has no room for a root file system of more than ${inMib(roomBytes)}`,
  )
}

function inMib(bytes: number): string {
  return `${Math.floor(bytes / 2 ** 20)} MiB`
}

async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done)
    done += bytesWritten
  }
}
