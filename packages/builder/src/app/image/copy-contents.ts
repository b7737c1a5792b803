/** Copies contents of files from an existing image into the new one. */
import { readSync } from 'node:fs'
import { blockBytes } from '../../dialect/erofs/layout.ts'
import { type Directory, directoriesOf, type Entry, type RegularFile } from '../../dialect/tree/tree.ts'
import type { ImageWriter } from '../../ports/image-writer.ts'

const pieceBytes = 4 * 1024 * 1024

/** Copies in the order of the source, so that neighbours are read together. Files that share content keep sharing it. */
export async function copyContents(
  files: Iterable<RegularFile>,
  fd: number,
  writer: ImageWriter,
): Promise<void> {
  const sharing = Map.groupBy(new Set(files), ({ block }) => block)
  const sorted = firstsOf(sharing.values()).sort((a, b) => a.block - b.block)
  for (let from = 0; from < sorted.length; ) {
    const to = endOfRun(sorted, from)
    const run = sorted.slice(from, to)
    const moved = await copyRun(run, fd, writer)
    for (const { block } of run) for (const file of sharing.get(block) ?? []) file.block += moved
    from = to
  }
}

/** One of each group. An empty file has no contents, wherever it says that they are. */
function firstsOf(groups: Iterable<RegularFile[]>): RegularFile[] {
  return [...groups].flatMap((group) => group.filter(({ size }) => size > 0).slice(0, 1))
}

/** Files whose contents lie one behind the other, up to the bytes of one piece, or one file. */
function endOfRun(sorted: readonly RegularFile[], from: number): number {
  const first = sorted[from]
  let to = from + 1
  while (to < sorted.length) {
    const [last, next] = [sorted[to - 1], sorted[to]]
    if (first === undefined || last === undefined || next === undefined) break
    const isNeighbour = next.block === last.block + blocksOf(last.size)
    if (!isNeighbour || (next.block + blocksOf(next.size) - first.block) * blockBytes > pieceBytes) break
    to += 1
  }
  return to
}

/** By how many blocks the contents were moved. */
async function copyRun(run: readonly RegularFile[], fd: number, writer: ImageWriter): Promise<number> {
  const [first, last] = [run[0], run.at(-1)]
  if (first === undefined || last === undefined) return 0
  const bytes = (last.block + blocksOf(last.size) - first.block) * blockBytes
  const [from, to] = [first.block, writer.nextBlock(bytes)]
  for (let done = 0; done < bytes; ) {
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, bytes - done))
    const read = readSync(fd, piece, 0, piece.length, from * blockBytes + done)
    if (read === 0) throw new Error('an image ends in the middle of a file')
    writer.write(piece.subarray(0, read))
    done += read
    await writer.settle()
  }
  return to - from
}

function blocksOf(size: number): number {
  return Math.ceil(size / blockBytes)
}

/** Bytes of an image that contents of files use; shared contents count once. */
export function liveBytesOf(root: Directory): number {
  const filled = filesOf(root).filter(({ size }) => size > 0)
  const blocks = new Map(filled.map(({ block, size }) => [block, blocksOf(size)]))
  return [...blocks.values()].reduce((sum, count) => sum + count, 0) * blockBytes
}

export function filesOf(root: Directory): RegularFile[] {
  return [...directoriesOf(root)].flatMap((directory) => [...directory.entries.values()].filter(isFile))
}

function isFile(entry: Entry): entry is RegularFile {
  return entry.kind === 'file'
}
