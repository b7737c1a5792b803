/** Applies a layer to a tree. The contents of its files are written into the image as they come. */
import { refuseArchive } from '@cay/core/archive/archive-error.ts'
import { type TarEntry, TarParser } from '@cay/core/archive/tar-parser.ts'
import { applyEntry } from '../../dialect/tree/apply-entry.ts'
import type { Directory } from '../../dialect/tree/tree.ts'
import type { ImageWriter } from '../../ports/image-writer.ts'

export interface ApplyLayer {
  readonly root: Directory
  readonly writer: ImageWriter
  readonly layer: number
  /** As it was before it was packed. */
  readonly archive: AsyncIterable<Uint8Array>
  readonly counts: LayerCounts
}

/** Counts over all layers of an image. */
export interface LayerCounts {
  entries: number
  readonly entriesMax: number
  devicesLeftOut: number
  /** Entries with extended attributes, which are dropped. */
  attributesLeftOut: number
}

const attributeKey = /^(SCHILY|LIBARCHIVE)\.xattr\./

/** Counts an entry. Throws request_invalid above the limit. */
export function count(counts: LayerCounts, { records }: TarEntry): void {
  counts.entries += 1
  if (counts.entries > counts.entriesMax)
    throw refuseArchive(`there are more than ${counts.entriesMax} files in the image`)
  if ([...records.keys()].some((key) => attributeKey.test(key))) counts.attributesLeftOut += 1
}

export async function applyLayer({ root, writer, layer, archive, counts }: ApplyLayer): Promise<void> {
  const overlay = {
    root,
    layer,
    nextBlock: (size: number) => writer.nextBlock(size),
    leftOut: () => {
      counts.devicesLeftOut += 1
    },
  }
  let takesContent = false
  const parser = new TarParser({
    entry(entry) {
      count(counts, entry)
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
