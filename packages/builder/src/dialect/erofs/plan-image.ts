/**
 * Plans the metadata of an image behind its contents: first the inodes, each with its short contents behind it, then the
 * blocks of longer directories and links.
 */
import { refuseArchive } from '@cay/core/archive/archive-error.ts'
import { showName } from '@cay/core/archive/bytes.ts'
import type { Directory, Entry } from '../tree/tree.ts'
import { byName, direntBytesOf, splitIntoBlocks } from './dirents.ts'
import { blockBytes, extendedInodeBytes, slotBytes } from './layout.ts'

export interface Child {
  readonly name: string
  readonly entry: Entry
}

export interface PlannedInode {
  readonly entry: Entry
  /** The inode's number, which says where it stands. */
  readonly nid: number
  links: number
  /** Bytes of its own in the metadata: what a directory or a link holds. */
  readonly size: number
  /** How much of that stands behind the inode. */
  readonly inlineBytes: number
  /** Where the rest stands, in blocks from the metadata's begin. */
  block: number
  /** Of a directory: with "." and "..", sorted, by block. */
  readonly children: readonly (readonly Child[])[]
}

export interface ImagePlan {
  readonly inodes: ReadonlyMap<Entry, PlannedInode>
  /** Whole blocks. */
  readonly metadataBytes: number
}

/** Number 0 means "no inode" to many programs. */
const firstNid = 2

interface Met extends Child {
  readonly parent: Directory
}

export function planImage(root: Directory): ImagePlan {
  const inodes = new Map<Entry, PlannedInode>()
  const waiting: Met[] = [{ name: '', entry: root, parent: root }]
  let at = firstNid * slotBytes
  for (let met = waiting.pop(); met !== undefined; met = waiting.pop()) {
    const known = inodes.get(met.entry)
    if (known !== undefined) {
      known.links += 1
      continue
    }
    const shape = shapeOf(met)
    at = placeInode(at, extendedInodeBytes + shape.inlineBytes)
    inodes.set(met.entry, {
      entry: met.entry,
      nid: at / slotBytes,
      links: linksOf(met.entry),
      block: 0,
      ...shape,
    })
    at += extendedInodeBytes + shape.inlineBytes
    if (met.entry.kind === 'directory')
      for (const [name, entry] of met.entry.entries) waiting.push({ name, entry, parent: met.entry })
  }
  let block = Math.ceil(at / blockBytes)
  for (const inode of inodes.values()) {
    inode.block = block
    block += Math.ceil((inode.size - inode.inlineBytes) / blockBytes)
  }
  return { inodes, metadataBytes: block * blockBytes }
}

type Shape = Pick<PlannedInode, 'size' | 'inlineBytes' | 'children'>

function shapeOf({ entry, parent, name }: Met): Shape {
  if (entry.kind === 'directory') return shapeOfDirectory(entry, parent, name)
  const size = entry.kind === 'symbolic link' ? entry.target.length : 0
  return { size, inlineBytes: fitsBehindInode(size) ? size : 0, children: [] }
}

function shapeOfDirectory(directory: Directory, parent: Directory, name: string): Shape {
  const all = [...directory.entries].map(([childName, entry]): Child => ({ name: childName, entry }))
  all.push({ name: '.', entry: directory }, { name: '..', entry: parent })
  const children = splitIntoBlocks(all.sort(byName))
  for (const block of children.slice(0, -1)) checkLastName(block, name)
  const lastBytes = direntBytesOf(children.at(-1) ?? [])
  const size = (children.length - 1) * blockBytes + lastBytes
  return { size, inlineBytes: fitsBehindInode(lastBytes) ? lastBytes : 0, children }
}

function fitsBehindInode(bytes: number): boolean {
  return bytes + extendedInodeBytes <= blockBytes
}

/** The runtime takes what fills a block for a part of its last name, and refuses more bytes than a name can have. */
const lastNameBytesMax = 255

function checkLastName(block: readonly Child[], directory: string): void {
  const last = block.at(-1)?.name ?? ''
  if (last.length + blockBytes - direntBytesOf(block) <= lastNameBytesMax) return
  throw refuseArchive(
    `the runtime cannot read so many long names in one directory: ${showName(directory)} with ${showName(last)}`,
  )
}

function linksOf(entry: Entry): number {
  if (entry.kind !== 'directory') return 1
  let links = 2
  for (const child of entry.entries.values()) if (child.kind === 'directory') links += 1
  return links
}

/** On a slot, and so that what stands behind the inode is not torn over two blocks. */
function placeInode(at: number, bytes: number): number {
  const aligned = Math.ceil(at / slotBytes) * slotBytes
  const room = blockBytes - (aligned % blockBytes)
  return bytes <= room ? aligned : aligned + room
}
