/**
 * Applies entries of a layer to a tree, as the OCI image specification says: later entries replace earlier ones, `.wh.NAME`
 * hides a name of lower layers, and `.wh..wh..opq` hides all names of a directory.
 */
import { refuseArchive } from '@cay/core/archive/archive-error.ts'
import { showName } from '@cay/core/archive/bytes.ts'
import { splitEntryPath } from '@cay/core/archive/entry-path.ts'
import type { TarEntry } from '@cay/core/archive/tar-parser.ts'
import {
  type Attributes,
  type Directory,
  type Entry,
  ensureDirectory,
  findDirectory,
  makeDirectory,
} from './tree.ts'

const whiteoutPrefix = '.wh.'
const opaqueMarker = '.wh..wh..opq'
/** Names of this form are what one storage driver noted for itself. */
const driversPrefix = '.wh..wh.'

/** A longer target is none that the system would follow. Bytes. */
const targetBytesMax = 4095

export interface Overlay {
  readonly root: Directory
  /** Counts up from 0, the lowest. */
  readonly layer: number
  /** Where the content of a file that is about to come will lie. */
  nextBlock(size: number): number
  /** Told of each device, which no image of ours has. */
  leftOut(): void
  /** Names that look like whiteouts are names. */
  readonly isLiteral?: boolean
}

/** Says whether the entry's content belongs into the image. Throws request_invalid. */
export function applyEntry(overlay: Overlay, entry: TarEntry): boolean {
  const names = splitEntryPath(entry.name)
  const last = names.at(-1)
  if (last === undefined) {
    if (entry.kind !== 'directory') throw refuseArchive(`the root of the tree is a ${entry.kind}`)
    overlay.root.attributes = attributesOf(entry)
    return false
  }
  const above = names.slice(0, -1)
  if (overlay.isLiteral !== true && last.startsWith(whiteoutPrefix)) {
    hide(overlay, above, last)
    return false
  }
  if (entry.kind === 'character device' || entry.kind === 'block device') {
    overlay.leftOut()
    return false
  }
  const parent = ensureDirectory(overlay.root, above, overlay.layer)
  parent.entries.set(last, makeEntry(overlay, entry, parent.entries.get(last)))
  return entry.kind === 'file'
}

function makeEntry(overlay: Overlay, entry: TarEntry, present: Entry | undefined): Entry {
  const attributes = attributesOf(entry)
  const { layer } = overlay
  switch (entry.kind) {
    case 'directory': {
      if (present?.kind !== 'directory') return makeDirectory(layer, attributes)
      present.attributes = attributes
      present.layer = layer
      return present
    }
    case 'file':
      return { kind: 'file', attributes, layer, size: entry.size, block: overlay.nextBlock(entry.size) }
    case 'symbolic link':
      return { kind: 'symbolic link', attributes, layer, target: targetOf(entry) }
    case 'hard link':
      return linked(overlay, entry)
    case 'fifo':
      return { kind: 'fifo', attributes, layer }
    case 'character device':
    case 'block device':
      throw new TypeError('devices are left out before')
  }
}

function targetOf({ name, linkName }: TarEntry): string {
  if (linkName === '' || linkName.includes('\0') || linkName.length > targetBytesMax)
    throw refuseArchive(`a symbolic link has no target: ${showName(name)}`)
  return linkName
}

/** The very object that the other name has; a link is not followed, only the directories on the way to it. */
function linked(overlay: Overlay, { name, linkName }: TarEntry): Entry {
  const names = splitEntryPath(linkName)
  const target = findDirectory(overlay.root, names.slice(0, -1))?.entries.get(names.at(-1) ?? '')
  if (target === undefined || target.kind === 'directory')
    throw refuseArchive(`a hard link has no target file: ${showName(name)} to ${showName(linkName)}`)
  // Put there by this layer as well from now on: its own whiteouts must not take it.
  target.layer = overlay.layer
  return target
}

function hide({ root, layer }: Overlay, above: readonly string[], marker: string): void {
  const directory = findDirectory(root, above)
  if (directory === undefined) return
  if (marker === opaqueMarker) {
    for (const name of [...directory.entries.keys()]) hideLower(directory, name, layer)
    return
  }
  if (marker.startsWith(driversPrefix)) return
  const name = marker.slice(whiteoutPrefix.length)
  if (name === '' || name === '.' || name === '..')
    throw refuseArchive(`a whiteout has no name: ${showName(marker)}`)
  hideLower(directory, name, layer)
}

/** Takes away what lower layers put at the name; what this layer put, and the directories it lies in, stay. */
function hideLower(directory: Directory, name: string, layer: number): void {
  const entry = directory.entries.get(name)
  if (entry?.kind === 'directory') {
    for (const inner of [...entry.entries.keys()]) hideLower(entry, inner, layer)
    if (entry.entries.size > 0) return
  }
  if (entry !== undefined && entry.layer < layer) directory.entries.delete(name)
}

/** The highest number of an owner; the one above it means "nobody said". */
const ownerMax = 0xffff_fffe

function attributesOf({ mode, uid, gid, mtimeSeconds, mtimeNanos }: Attributes): Attributes {
  if (uid > ownerMax || gid > ownerMax) throw refuseArchive('an entry has an invalid owner')
  return { mode, uid, gid, mtimeSeconds, mtimeNanos }
}
