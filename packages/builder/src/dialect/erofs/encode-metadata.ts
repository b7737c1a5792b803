/** Encodes the inodes and directories of a planned image. */
import { bytesOf } from '@cay/core/archive/bytes.ts'
import type { Entry } from '../tree/tree.ts'
import { encodeDirents } from './dirents.ts'
import {
  blockBytes,
  dataLayouts,
  encodeInode,
  extendedInodeBytes,
  fileTypes,
  modeTypes,
  slotBytes,
} from './layout.ts'
import type { ImagePlan, PlannedInode } from './plan-image.ts'

/** `firstBlock`: where in the image the result will stand. */
export function encodeMetadata(plan: ImagePlan, firstBlock: number): Buffer {
  const bytes = Buffer.alloc(plan.metadataBytes)
  let number = 1
  for (const inode of plan.inodes.values()) {
    const { entry, nid, links, inlineBytes } = inode
    const { attributes } = entry
    encodeInode(bytes, nid * slotBytes, {
      ...attributes,
      mode: modeTypes[entry.kind] | attributes.mode,
      dataLayout: inlineBytes > 0 ? dataLayouts.inline : dataLayouts.plain,
      size: entry.kind === 'file' ? entry.size : inode.size,
      block: entry.kind === 'file' ? entry.block : firstBlock + inode.block,
      links,
      number,
    })
    number += 1
    if (entry.kind === 'symbolic link') bytes.set(bytesOf(entry.target), placeOfPart(inode, 0, true))
    if (entry.kind === 'directory') encodeDirectory(bytes, inode, plan.inodes)
  }
  return bytes
}

function encodeDirectory(bytes: Buffer, inode: PlannedInode, inodes: ReadonlyMap<Entry, PlannedInode>): void {
  for (const [index, children] of inode.children.entries()) {
    const dirents = children.map(({ name, entry }) => ({
      name,
      nid: inodes.get(entry)?.nid ?? 0,
      type: fileTypes[entry.kind],
    }))
    encodeDirents(bytes, placeOfPart(inode, index, index === inode.children.length - 1), dirents)
  }
}

/** The last part of a content stands behind the inode when it fits there, the others in blocks. */
function placeOfPart({ nid, block, inlineBytes }: PlannedInode, index: number, isLast: boolean): number {
  return isLast && inlineBytes > 0 ? nid * slotBytes + extendedInodeBytes : (block + index) * blockBytes
}
