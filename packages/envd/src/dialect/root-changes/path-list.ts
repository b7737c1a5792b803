/**
 * The list of paths in a template's file system. It determines which of them were deleted and which directories are
 * unchanged. It uses one block of bytes and two numbers per path, because a list may have a million paths.
 */

import { ServiceError } from '@cay/core/errors.ts'

const slash = 0x2f
/** The byte that follows the slash in byte order. */
const behindSlash = slash + 1

export class PathList {
  readonly #bytes: Buffer
  /** The start of each path, after its leading slash, in byte order of the paths. */
  readonly #begins: Uint32Array
  readonly #ends: Uint32Array
  readonly #isSeen: Uint8Array

  /**
   * Absolute paths, each terminated by NUL; the last terminator is optional. A directory's path may be followed by
   * two slashes and its time in nanoseconds. Any order is accepted; byte order is read faster. Throws
   * `request_invalid`.
   */
  constructor(bytes: Buffer) {
    this.#bytes = bytes
    const { begins, ends } = placesOf(bytes)
    const order = orderOf(bytes, begins, ends)
    this.#begins = order === undefined ? begins : order.map((index) => begins[index] ?? 0)
    this.#ends = order === undefined ? ends : order.map((index) => ends[index] ?? 0)
    this.#isSeen = new Uint8Array(this.#begins.length)
  }

  /** `path` has no leading slash. */
  see(path: Buffer): void {
    const index = this.#indexOf(path)
    if (index !== undefined) this.#isSeen[index] = 1
  }

  /**
   * Returns whether a directory has the time that the template gives for it; if so, everything below it counts as
   * seen. No process can set a change time (ctime), and for a template's directory it is the time of its file system:
   * a directory gets another one as soon as it or anything below it is changed.
   */
  seeUnchanged(path: Buffer, changedNs: bigint): boolean {
    const index = this.#indexOf(path)
    if (index === undefined || this.#timeAt(index) !== changedNs.toString()) return false
    this.#isSeen[index] = 1
    const placeBehind = (byte: number) => this.#placeOf(Buffer.concat([path, Buffer.of(byte)]))
    this.#isSeen.fill(1, placeBehind(slash), placeBehind(behindSlash))
    return true
  }

  /** Yields the paths that were not seen, without those below another unseen path. */
  *unseen(): Generator<Buffer> {
    for (const index of this.#begins.keys()) {
      if (this.#isSeen[index] === 1) continue
      const path = this.#at(index)
      if (path.length > 0 && !this.#isUnseen(parentOf(path))) yield path
    }
  }

  #isUnseen(path: Buffer): boolean {
    const index = this.#indexOf(path)
    return index !== undefined && this.#isSeen[index] === 0
  }

  #indexOf(path: Buffer): number | undefined {
    const index = this.#placeOf(path)
    return index < this.#begins.length && this.#compare(path, index) === 0 ? index : undefined
  }

  /** Returns the index of the first path that does not sort before this one. */
  #placeOf(path: Buffer): number {
    let low = 0
    let high = this.#begins.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(path, middle) > 0) low = middle + 1
      else high = middle
    }
    return low
  }

  #compare(path: Buffer, index: number): number {
    return path.compare(this.#bytes, this.#begins[index], this.#ends[index])
  }

  #at(index: number): Buffer {
    return this.#bytes.subarray(this.#begins[index], this.#ends[index])
  }

  /** Returns decimal digits; an empty string if the list gives no time. */
  #timeAt(index: number): string {
    const end = this.#ends[index] ?? 0
    return this.#bytes.toString('latin1', end, endOf(this.#bytes, end)).slice(2)
  }
}

interface Places {
  readonly begins: Uint32Array
  readonly ends: Uint32Array
}

function placesOf(bytes: Buffer): Places {
  const begins: number[] = []
  const ends: number[] = []
  for (let at = 0; at < bytes.length; ) {
    if (bytes[at] !== slash) throw new ServiceError('request_invalid', 'every path must begin with a slash')
    const end = endOf(bytes, at)
    const lastSlash = bytes.lastIndexOf(slash, end - 1)
    const hasTime = lastSlash > at + 1 && bytes[lastSlash - 1] === slash
    begins.push(at + 1)
    ends.push(hasTime ? lastSlash - 1 : end)
    at = end + 1
  }
  return { begins: Uint32Array.from(begins), ends: Uint32Array.from(ends) }
}

function endOf(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(0, from)
  return end < 0 ? bytes.length : end
}

/** Returns undefined if the paths are already in order. */
function orderOf(bytes: Buffer, begins: Uint32Array, ends: Uint32Array): Uint32Array | undefined {
  const compare = (a: number, b: number) => bytes.compare(bytes, begins[b], ends[b], begins[a], ends[a])
  if (begins.every((_, index) => index === 0 || compare(index - 1, index) < 0)) return undefined
  return Uint32Array.from(begins.keys()).sort(compare)
}

/** Returns an empty path for the root. */
function parentOf(path: Buffer): Buffer {
  return path.subarray(0, Math.max(0, path.lastIndexOf(slash)))
}
