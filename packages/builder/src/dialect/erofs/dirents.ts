/** The format of EROFS directories: blocks of entries with their names behind them, sorted by byte over the directory. */
import { bytesOf } from '@cay/core/archive/bytes.ts'
import { blockBytes, direntBytes } from './layout.ts'

export interface Dirent {
  readonly name: string
  readonly nid: number
  readonly type: number
}

/** Fills one block after the other. The entries must be sorted. */
export function splitIntoBlocks<T extends { readonly name: string }>(sorted: readonly T[]): T[][] {
  const blocks: T[][] = []
  let block: T[] = []
  let bytes = 0
  for (const entry of sorted) {
    const more = direntBytes + entry.name.length
    if (bytes + more > blockBytes) {
      blocks.push(block)
      block = []
      bytes = 0
    }
    block.push(entry)
    bytes += more
  }
  return [...blocks, block]
}

/** Bytes that the entries take together. */
export function direntBytesOf(entries: readonly { readonly name: string }[]): number {
  return entries.reduce((bytes, { name }) => bytes + direntBytes + name.length, 0)
}

export function encodeDirents(into: Buffer, offset: number, dirents: readonly Dirent[]): void {
  let nameAt = dirents.length * direntBytes
  for (const [index, { name, nid, type }] of dirents.entries()) {
    const at = offset + index * direntBytes
    into.writeBigUInt64LE(BigInt(nid), at)
    into.writeUInt16LE(nameAt, at + 8)
    into.writeUInt8(type, at + 10)
    into.set(bytesOf(name), offset + nameAt)
    nameAt += name.length
  }
}

/** Of one block, or of the last part of a directory. Throws RangeError when it is damaged. */
export function decodeDirents(bytes: Buffer): Dirent[] {
  const count = Math.floor(bytes.readUInt16LE(8) / direntBytes)
  if (count < 1) throw new RangeError('a directory of the image is damaged')
  return Array.from({ length: count }, (_, index) => {
    const at = index * direntBytes
    const from = bytes.readUInt16LE(at + 8)
    const to = index + 1 < count ? bytes.readUInt16LE(at + direntBytes + 8) : endOfLast(bytes, from)
    return {
      name: bytes.toString('latin1', from, to),
      nid: Number(bytes.readBigUInt64LE(at)),
      type: bytes.readUInt8(at + 10),
    }
  })
}

/** The last name of a block ends at the first zero behind it. */
function endOfLast(bytes: Buffer, from: number): number {
  const zero = bytes.indexOf(0, from)
  return zero < 0 ? bytes.length : zero
}

/** Sorted as bytes: each character is one. */
export function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}
