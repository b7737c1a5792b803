/**
 * Reads the tree of an EROFS image that we or mkfs.erofs wrote: uncompressed, contents of files in blocks of their own.
 * Contents stay where they are, so blocks in the tree are blocks of this image.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { decodeDirents } from '../dialect/erofs/dirents.ts'
import {
  blockBytes,
  type DecodedInode,
  dataLayouts,
  decodeInode,
  decodeSuperblock,
  extendedInodeBytes,
  modeTypes,
  type Superblock,
  slotBytes,
  superblockBytes,
  superblockOffset,
} from '../dialect/erofs/layout.ts'
import { type Directory, type Entry, makeDirectory } from '../dialect/tree/tree.ts'

export interface ReadImage {
  readonly root: Directory
  /** Of the whole file. */
  readonly bytes: number
}

/** The layer of everything that is in the image before anything is laid over it. */
export const imageLayer = -1

/** Bytes read ahead: the metadata of neighbours lies together. */
const windowBytes = 256 * 1024

export function readImage(path: string): ReadImage {
  const reader = new Reader(path)
  try {
    return { root: reader.readTree(), bytes: reader.bytes }
  } finally {
    reader.close()
  }
}

class Reader {
  readonly bytes: number
  readonly #path: string
  readonly #fd: number
  readonly #superblock: Superblock
  readonly #window = Buffer.alloc(windowBytes)
  #windowAt = -1
  readonly #entries = new Map<number, Entry>()

  constructor(path: string) {
    this.#path = path
    this.#fd = openSync(path, 'r')
    this.bytes = fstatSync(this.#fd).size
    const superblock = decodeSuperblock(this.#read(superblockOffset, superblockBytes))
    if (superblock === undefined) throw new Error(`${path} is no image that can be read`)
    this.#superblock = superblock
  }

  close(): void {
    closeSync(this.#fd)
  }

  readTree(): Directory {
    const root = this.#entry(this.#superblock.rootNid)
    if (root.kind !== 'directory') throw this.#damaged()
    const waiting = [{ directory: root, nid: this.#superblock.rootNid }]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const { name, nid } of this.#dirents(next.nid)) {
        if (name === '.' || name === '..') continue
        const isNew = !this.#entries.has(nid)
        const entry = this.#entry(nid)
        next.directory.entries.set(name, entry)
        if (entry.kind === 'directory' && isNew) waiting.push({ directory: entry, nid })
      }
    }
    return root
  }

  #entry(nid: number): Entry {
    const known = this.#entries.get(nid)
    if (known !== undefined) return known
    const entry = this.#makeEntry(nid)
    this.#entries.set(nid, entry)
    return entry
  }

  #makeEntry(nid: number): Entry {
    const inode = this.#inode(nid)
    const { uid, gid, mtimeSeconds, mtimeNanos, size, block } = inode
    const common = {
      attributes: { mode: inode.mode & 0o7777, uid, gid, mtimeSeconds, mtimeNanos },
      layer: imageLayer,
    }
    switch (inode.mode & 0o170000) {
      case modeTypes.directory:
        return makeDirectory(imageLayer, common.attributes)
      case modeTypes.file:
        if (size > 0 && inode.dataLayout !== dataLayouts.plain) throw this.#damaged()
        return { ...common, kind: 'file', size, block }
      case modeTypes['symbolic link']:
        return { ...common, kind: 'symbolic link', target: this.#content(nid, inode).toString('latin1') }
      case modeTypes.socket:
        return { ...common, kind: 'socket' }
      default:
        // Devices are in no image of ours; a pipe is the only other thing left.
        return { ...common, kind: 'fifo' }
    }
  }

  #dirents(nid: number) {
    const inode = this.#inode(nid)
    const content = this.#content(nid, inode)
    const dirents = []
    for (let at = 0; at < content.length; at += blockBytes)
      dirents.push(...decodeDirents(content.subarray(at, at + blockBytes)))
    return dirents
  }

  #inode(nid: number): DecodedInode {
    return decodeInode(this.#read(this.#placeOf(nid), extendedInodeBytes), this.#superblock)
  }

  #placeOf(nid: number): number {
    return this.#superblock.metadataBlock * blockBytes + nid * slotBytes
  }

  /** Of a directory or a link. */
  #content(nid: number, { size, block, dataLayout, headBytes }: DecodedInode): Buffer {
    const inlineBytes = dataLayout === dataLayouts.inline ? size % blockBytes : 0
    const whole = this.#read(block * blockBytes, size - inlineBytes)
    return inlineBytes === 0
      ? whole
      : Buffer.concat([whole, this.#read(this.#placeOf(nid) + headBytes, inlineBytes)])
  }

  /** A copy. */
  #read(at: number, length: number): Buffer {
    if (length === 0) return Buffer.alloc(0)
    if (at + length > this.bytes) throw this.#damaged()
    const isInWindow =
      this.#windowAt >= 0 && at >= this.#windowAt && at + length <= this.#windowAt + windowBytes
    if (length > windowBytes / 2) {
      const bytes = Buffer.alloc(length)
      readSync(this.#fd, bytes, 0, length, at)
      return bytes
    }
    if (!isInWindow) {
      this.#windowAt = at - (at % blockBytes)
      readSync(this.#fd, this.#window, 0, windowBytes, this.#windowAt)
    }
    return Buffer.from(this.#window.subarray(at - this.#windowAt, at - this.#windowAt + length))
  }

  #damaged(): Error {
    return new Error(`${this.#path} is damaged`)
  }
}
