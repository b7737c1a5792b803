/** The map of a sparse file's data extents in GNU tar's format 1.0, which precedes the data. */

import { invalid } from './change-archive.ts'

/** Offset and length in bytes. */
export interface Extent {
  readonly offset: number
  readonly length: number
}

const blockBytes = 512
const newline = 0x0a
/** A file with more data extents than this is stored with its holes as zeros. */
export const extentsMax = 65_536
/** Size limit of the map's text in bytes. */
const mapBytesMax = 4 * 1024 * 1024

/** Renders the number of extents, then offset and length of each, one number per line, padded to whole blocks. */
export function renderSparseMap(extents: readonly Extent[]): Buffer {
  const numbers = [extents.length, ...extents.flatMap(({ offset, length }) => [offset, length])]
  const text = Buffer.from(numbers.map((number) => `${number}\n`).join(''))
  return Buffer.concat([text, Buffer.alloc(paddingOf(text.length))])
}

/**
 * Parses the content of such an entry into pieces of the file; `size` is the size of the file. Throws
 * `request_invalid`.
 */
export async function* sparsePieces(
  content: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ readonly offset: number; readonly bytes: Uint8Array }> {
  const chunks = content[Symbol.asyncIterator]()
  const { extents, rest } = await readMap(chunks)
  let bytes = rest
  for (const { offset, length } of extents) {
    if (offset + length > size) throw invalid('data behind the end of a file')
    for (let done = 0; done < length; ) {
      if (bytes.length === 0) bytes = await nextOf(chunks)
      const piece = bytes.subarray(0, length - done)
      yield { offset: offset + done, bytes: piece }
      done += piece.length
      bytes = bytes.subarray(piece.length)
    }
  }
  if (bytes.length > 0 || (await chunks.next()).done !== true) throw invalid('more data than its map has')
}

async function readMap(
  chunks: AsyncIterator<Uint8Array>,
): Promise<{ extents: readonly Extent[]; rest: Uint8Array }> {
  const numbers: number[] = []
  let text = Buffer.alloc(0)
  let at = 0
  const isWhole = () => numbers.length > 0 && numbers.length === 1 + 2 * (numbers[0] ?? 0)
  while (!isWhole()) {
    const end = text.indexOf(newline, at)
    if (end >= 0) {
      numbers.push(parseNumber(text.toString('latin1', at, end)))
      at = end + 1
    } else if (text.length > mapBytesMax) throw invalid('a map of holes without end')
    else text = Buffer.concat([text, await nextOf(chunks)])
  }
  const end = at + paddingOf(at)
  while (text.length < end) text = Buffer.concat([text, await nextOf(chunks)])
  return { extents: pairsOf(numbers.slice(1)), rest: text.subarray(end) }
}

function pairsOf(numbers: readonly number[]): Extent[] {
  const extents: Extent[] = []
  for (let at = 0; at < numbers.length; at += 2) {
    extents.push({ offset: numbers[at] ?? 0, length: numbers[at + 1] ?? 0 })
  }
  return extents
}

function parseNumber(digits: string): number {
  if (!/^\d{1,15}$/.test(digits)) throw invalid('a map of holes that is none')
  return Number(digits)
}

async function nextOf(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  const { value, done } = await chunks.next()
  if (done === true || value === undefined) throw invalid('less data than its map has')
  return value
}

function paddingOf(bytes: number): number {
  return (blockBytes - (bytes % blockBytes)) % blockBytes
}
