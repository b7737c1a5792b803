/** What one copy takes of a remote side: its listings and its files may have no end. */
import type { Readable } from 'node:stream'
import { printable } from '@cay/core/terminal-text.ts'

export const copyLimits = {
  /** Directories in one another. */
  depthMax: 128,
  /** Entries of all listings, those that are left out included. */
  entriesMax: 1_000_000,
  /** Bytes that a file may have beyond its size in the listing: it may have grown since. */
  growthBytesMax: 64 * 1024 * 1024,
  /** Milliseconds without a byte of a file. */
  idleMsMax: 120_000,
}

const reservedBytesMax = 1024 ** 3

/** Bytes that a copy may write: part of the free ones is left to the rest of the machine. */
export function spaceFor(freeBytes: number): number {
  return freeBytes - Math.min(reservedBytesMax, Math.floor(freeBytes / 10))
}

export interface CopiedFile {
  readonly path: string
  /** By its listing; null where that does not say. */
  readonly size: number | null
}

export class CopyBudget {
  readonly #bytesMax: number
  readonly #limits: typeof copyLimits
  #entries = 0
  #bytes = 0

  constructor(bytesMax: number, limits: Partial<typeof copyLimits> = {}) {
    this.#bytesMax = bytesMax
    this.#limits = { ...copyLimits, ...limits }
  }

  /** Counts a listing. Throws when the tree is too deep or too large. */
  takeListing(path: string, { depth, entries }: { readonly depth: number; readonly entries: number }): void {
    const { depthMax, entriesMax } = this.#limits
    this.#entries += entries
    if (depth >= depthMax && entries > 0)
      throw new Error(`"${printable(path)}" is not copied: it lies ${depthMax} directories deep`)
    if (this.#entries > entriesMax)
      throw new Error(`the copy ends at "${printable(path)}": there are more than ${entriesMax} entries`)
  }

  /** Passes the content on, and throws where it is longer than announced, than there is room for, or stalls. */
  async *takeFile(body: Readable, { path, size }: CopiedFile): AsyncGenerator<Uint8Array> {
    const { growthBytesMax, idleMsMax } = this.#limits
    const name = printable(path)
    const stalled = () => body.destroy(new Error(`no byte of "${name}" came for ${idleMsMax / 1000} s`))
    let bytes = 0
    let timer = setTimeout(stalled, idleMsMax)
    try {
      for await (const chunk of body) {
        clearTimeout(timer)
        bytes += chunk.length
        this.#bytes += chunk.length
        if (size !== null && bytes > size + growthBytesMax)
          throw new Error(`"${name}" is not copied: it is longer than the ${size} bytes of its listing`)
        if (this.#bytes > this.#bytesMax)
          throw new Error(`"${name}" is not copied: the disk has no room for it`)
        yield chunk
        timer = setTimeout(stalled, idleMsMax)
      }
    } finally {
      clearTimeout(timer)
    }
  }
}
