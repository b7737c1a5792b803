/**
 * The paths of a template's file system, to find out which of them are gone. One block of bytes and one number per path:
 * a list may have a million of them.
 */

import { ServiceError } from '@cay/core/errors.ts'

const slash = 0x2f

export class PathList {
  readonly #bytes: Buffer
  /** Where each path begins behind its first slash, in the order of their bytes. */
  readonly #begins: Uint32Array
  readonly #isSeen: Uint8Array

  /** Absolute paths in any order, with a NUL behind each; the last may be without. Throws `request_invalid`. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#begins = beginsOf(bytes).sort((a, b) => this.#compare(this.#at(a), b))
    this.#isSeen = new Uint8Array(this.#begins.length)
  }

  /** `path` is without its first slash. */
  see(path: Buffer): void {
    const index = this.#indexOf(path)
    if (index !== undefined) this.#isSeen[index] = 1
  }

  /** Those that were not seen, without what lies below one of them. */
  *unseen(): Generator<Buffer> {
    for (const [index, begin] of this.#begins.entries()) {
      if (this.#isSeen[index] === 1) continue
      const path = this.#at(begin)
      if (path.length > 0 && !this.#isUnseen(parentOf(path))) yield path
    }
  }

  #isUnseen(path: Buffer): boolean {
    const index = this.#indexOf(path)
    return index !== undefined && this.#isSeen[index] === 0
  }

  #indexOf(path: Buffer): number | undefined {
    let low = 0
    let high = this.#begins.length - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const order = this.#compare(path, this.#begins[middle] ?? 0)
      if (order === 0) return middle
      if (order < 0) high = middle - 1
      else low = middle + 1
    }
    return undefined
  }

  #compare(path: Buffer, begin: number): number {
    return path.compare(this.#bytes, begin, this.#endOf(begin))
  }

  #at(begin: number): Buffer {
    return this.#bytes.subarray(begin, this.#endOf(begin))
  }

  #endOf(begin: number): number {
    const end = this.#bytes.indexOf(0, begin)
    return end < 0 ? this.#bytes.length : end
  }
}

function beginsOf(bytes: Buffer): Uint32Array {
  const begins: number[] = []
  for (let at = 0; at < bytes.length; ) {
    if (bytes[at] !== slash) throw new ServiceError('request_invalid', 'every path must begin with a slash')
    begins.push(at + 1)
    const end = bytes.indexOf(0, at)
    at = end < 0 ? bytes.length : end + 1
  }
  return Uint32Array.from(begins)
}

/** Empty for the root. */
function parentOf(path: Buffer): Buffer {
  return path.subarray(0, Math.max(0, path.lastIndexOf(slash)))
}
