/** Moves contents of files from an image that is there into the one being written. */
import { readSync } from 'node:fs'
import type { ImageWriter } from '../edge/image-writer.ts'
import { blockBytes } from '../erofs/layout.ts'
import { type Directory, directoriesOf, type Entry, type RegularFile } from '../tree/tree.ts'

const pieceBytes = 4 * 1024 * 1024

/** In the order in which they lie in the source: neighbours are read at once. */
export async function copyContents(
  files: Iterable<RegularFile>,
  fd: number,
  writer: ImageWriter,
): Promise<void> {
  const sorted = [...new Set(files)].filter(({ size }) => size > 0).sort((a, b) => a.block - b.block)
  for (let from = 0; from < sorted.length; ) {
    const to = endOfRun(sorted, from)
    await copyRun(sorted.slice(from, to), fd, writer)
    from = to
  }
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

async function copyRun(run: readonly RegularFile[], fd: number, writer: ImageWriter): Promise<void> {
  const [first, last] = [run[0], run.at(-1)]
  if (first === undefined || last === undefined) return
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
  for (const file of run) file.block += to - from
}

function blocksOf(size: number): number {
  return Math.ceil(size / blockBytes)
}

export function filesOf(root: Directory): RegularFile[] {
  return [...directoriesOf(root)].flatMap((directory) => [...directory.entries.values()].filter(isFile))
}

function isFile(entry: Entry): entry is RegularFile {
  return entry.kind === 'file'
}
