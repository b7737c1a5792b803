/** Lays a packed layer over a tree; the contents of its files go into the image as they come. */
import { refuseArchive } from '@cay/core/archive/archive-error.ts'
import { type TarEntry, TarParser } from '@cay/core/archive/tar-parser.ts'
import { applyEntry } from '../../dialect/tree/apply-entry.ts'
import type { Directory } from '../../dialect/tree/tree.ts'
import type { ImageWriter } from '../../ports/image-writer.ts'

export interface LayOver {
  readonly root: Directory
  readonly writer: ImageWriter
  readonly layer: number
  /** As it was before it was packed. */
  readonly archive: AsyncIterable<Uint8Array>
  readonly tally: Tally
}

/** What all layers of an image have together. */
export interface Tally {
  entries: number
  readonly entriesMax: number
  devicesLeftOut: number
  /** Entries with extended attributes, which stay behind. */
  attributesLeftOut: number
}

const attributeKey = /^(SCHILY|LIBARCHIVE)\.xattr\./

/** Throws request_invalid for one too many. */
export function count(tally: Tally, { records }: TarEntry): void {
  tally.entries += 1
  if (tally.entries > tally.entriesMax)
    throw refuseArchive(`there are more than ${tally.entriesMax} files in the image`)
  if ([...records.keys()].some((key) => attributeKey.test(key))) tally.attributesLeftOut += 1
}

export async function layOver({ root, writer, layer, archive, tally }: LayOver): Promise<void> {
  const overlay = {
    root,
    layer,
    nextBlock: (size: number) => writer.nextBlock(size),
    leftOut: () => {
      tally.devicesLeftOut += 1
    },
  }
  let takesContent = false
  const parser = new TarParser({
    entry(entry) {
      count(tally, entry)
      takesContent = applyEntry(overlay, entry)
    },
    data(bytes) {
      if (takesContent) writer.write(bytes)
    },
    entryEnd() {
      if (takesContent) writer.endContent()
    },
  })
  for await (const bytes of archive) {
    parser.push(bytes)
    await writer.settle()
    if (parser.hasEnded) break
  }
  parser.end()
}
