/**
 * CRC-32 checksums of files, against damage and not against malice: seven times as fast as SHA-256. An unchanged file is not
 * read again, because the copies of a fork and all sandboxes of a snapshot use the same files. Damage without a write is
 * detected at the first read behind a start.
 */
import type { BigIntStats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

/** Number of cached checksums; a snapshot has about five files. */
const rememberedMax = 4096
/**
 * A write leaves no trace in the times of a file when the kernel dates it as the write before: its clock ticks every 1 to 10 ms,
 * and only from Linux 6.13 on do some file systems date more finely.
 */
const tickMsMax = 20
/** So far back are files dated that were written just now. */
const datedBackMs = 1000
/** Bytes of one read, which takes a millisecond. */
const pieceBytes = 1024 * 1024

interface FileTimes {
  stat(file: FileHandle): Promise<BigIntStats>
  nowMs(): number
}

const ownTimes: FileTimes = { stat: (file) => file.stat({ bigint: true }), nowMs: Date.now }

export class FileChecksums {
  readonly #known = new Map<string, Promise<number>>()
  readonly #times: FileTimes
  #lastDateMs = 0

  constructor(times = ownTimes) {
    this.#times = times
  }

  /** Throws errors of reading. */
  async crc32(path: string): Promise<number> {
    await using file = await open(path, 'r')
    const state = await this.#stateOf(file)
    if (state === undefined) return await checksumOf(file)
    const known = this.#known.get(state)
    if (known !== undefined) return await known
    const checksum = checksumOf(file)
    this.#remember(state, checksum)
    return await checksum
  }

  /** For a file of which it is known by other means: it is not read as long as it is not changed. */
  async trust(path: string, crc32: number): Promise<void> {
    await using file = await open(path, 'r')
    const state = await this.#stateOf(file)
    if (state !== undefined) this.#remember(state, Promise.resolve(crc32))
  }

  /**
   * Changes with the file. One that was written within the last tick is dated back, each time to another instant, so that a write which
   * follows in that tick changes its state too. Undefined when it is being written.
   */
  async #stateOf(file: FileHandle): Promise<string | undefined> {
    const nowMs = this.#times.nowMs()
    const latestNs = BigInt(nowMs - tickMsMax) * 1_000_000n
    const isSettled = ({ mtimeNs, ctimeNs }: BigIntStats) => mtimeNs < latestNs || ctimeNs < latestNs
    let stats = await this.#times.stat(file)
    if (!isSettled(stats)) {
      this.#lastDateMs = Math.max(nowMs - datedBackMs, this.#lastDateMs + 1)
      await file.utimes(stats.atime, new Date(this.#lastDateMs))
      stats = await this.#times.stat(file)
    }
    const { dev, ino, size, mtimeNs, ctimeNs } = stats
    return isSettled(stats) ? `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}` : undefined
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
