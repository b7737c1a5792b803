/**
 * CRC-32 checksums of files, against damage and not against malice: seven times as fast as SHA-256. An unchanged file is not
 * read again, because the copies of a fork and all sandboxes of a snapshot use the same files. Damage without a write is
 * detected at the first read behind a start.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

/** Number of cached checksums; a snapshot has about five files. */
const rememberedMax = 4096
/** Bytes of one read, which takes a millisecond. */
const pieceBytes = 1024 * 1024

export class FileChecksums {
  readonly #known = new Map<string, Promise<number>>()

  /** Throws errors of reading. */
  async crc32(path: string): Promise<number> {
    await using file = await open(path, 'r')
    const { dev, ino, size, mtimeNs, ctimeNs } = await file.stat({ bigint: true })
    const state = `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`
    const known = this.#known.get(state)
    if (known !== undefined) return await known
    const checksum = checksumOf(file)
    this.#remember(state, checksum)
    return await checksum
  }

  #remember(state: string, checksum: Promise<number>): void {
    this.#known.set(state, checksum)
    checksum.catch(() => this.#known.delete(state))
    const [oldest] = this.#known.keys()
    if (this.#known.size > rememberedMax && oldest !== undefined) this.#known.delete(oldest)
  }
}

async function checksumOf(file: FileHandle): Promise<number> {
  const piece = Buffer.allocUnsafe(pieceBytes)
  let checksum = 0
  for (;;) {
    const { bytesRead } = await file.read(piece)
    if (bytesRead === 0) return checksum
    checksum = crc32(piece.subarray(0, bytesRead), checksum)
  }
}
