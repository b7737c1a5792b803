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
    const state = await stateOf(file)
    const known = this.#known.get(state)
    if (known !== undefined) return await known
    const checksum = checksumOf(file)
    this.#remember(state, checksum)
    return await checksum
  }

  /** For a file of which it is known by other means: it is not read as long as it is not changed. */
  async trust(path: string, crc32: number): Promise<void> {
    await using file = await open(path, 'r')
    this.#remember(await stateOf(file), Promise.resolve(crc32))
  }

  #remember(state: string, checksum: Promise<number>): void {
    this.#known.set(state, checksum)
    checksum.catch(() => this.#known.delete(state))
    const [oldest] = this.#known.keys()
    if (this.#known.size > rememberedMax && oldest !== undefined) this.#known.delete(oldest)
  }
}

/** Changes with the file. */
async function stateOf(file: FileHandle): Promise<string> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await file.stat({ bigint: true })
  return `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`
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
