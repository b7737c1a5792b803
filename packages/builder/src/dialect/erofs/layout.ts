/**
 * The on-disk format of EROFS, as far as it is written and read here: uncompressed, without extended attributes. Source: the
 * documentation of the Linux kernel (Documentation/filesystems/erofs.rst) and its erofs_fs.h.
 */

export const blockBytes = 4096
export const superblockOffset = 1024
export const superblockBytes = 128
/** An inode's number is its place in the metadata, counted in these. */
export const slotBytes = 32
export const compactInodeBytes = 32
export const extendedInodeBytes = 64
export const direntBytes = 12
const magic = 0xe0f5e1e2
const extendedFormat = 1

/** Where an inode's content lies: in blocks of its own, or with its last part behind the inode. */
export const dataLayouts = { plain: 0, inline: 2 } as const

export const fileTypes = {
  file: 1,
  directory: 2,
  'character device': 3,
  'block device': 4,
  fifo: 5,
  socket: 6,
  'symbolic link': 7,
} as const

export const modeTypes = {
  fifo: 0o010000,
  'character device': 0o020000,
  directory: 0o040000,
  'block device': 0o060000,
  file: 0o100000,
  'symbolic link': 0o120000,
  socket: 0o140000,
} as const

export interface Superblock {
  readonly rootNid: number
  readonly inodes: number
  /** Of the whole image. */
  readonly blocks: number
  /** Where the metadata begins, in blocks. */
  readonly metadataBlock: number
  readonly buildSeconds: number
  readonly buildNanos: number
  /** 16 bytes. */
  readonly uuid: Uint8Array
}

/** 128 bytes, for the offset `superblockOffset`. */
export function encodeSuperblock(superblock: Superblock): Buffer {
  const bytes = Buffer.alloc(superblockBytes)
  bytes.writeUInt32LE(magic, 0)
  bytes.writeUInt8(Math.log2(blockBytes), 12)
  bytes.writeUInt16LE(superblock.rootNid, 14)
  bytes.writeBigUInt64LE(BigInt(superblock.inodes), 16)
  bytes.writeBigUInt64LE(BigInt(superblock.buildSeconds), 24)
  bytes.writeUInt32LE(superblock.buildNanos, 32)
  bytes.writeUInt32LE(superblock.blocks, 36)
  bytes.writeUInt32LE(superblock.metadataBlock, 40)
  bytes.set(superblock.uuid.subarray(0, 16), 48)
  return bytes
}

/** Undefined when it is none, or one of a kind that we do not read. */
export function decodeSuperblock(bytes: Buffer): Superblock | undefined {
  const hasUnknownFeatures = bytes.readUInt32LE(80) !== 0
  if (bytes.readUInt32LE(0) !== magic || 2 ** bytes.readUInt8(12) !== blockBytes || hasUnknownFeatures)
    return undefined
  return {
    rootNid: bytes.readUInt16LE(14),
    inodes: Number(bytes.readBigUInt64LE(16)),
    buildSeconds: Number(bytes.readBigUInt64LE(24)),
    buildNanos: bytes.readUInt32LE(32),
    blocks: bytes.readUInt32LE(36),
    metadataBlock: bytes.readUInt32LE(40),
    uuid: bytes.subarray(48, 64),
  }
}

export interface Inode {
  readonly dataLayout: number
  /** With the bits of the type. */
  readonly mode: number
  readonly size: number
  /** First block of the content. */
  readonly block: number
  readonly uid: number
  readonly gid: number
  readonly mtimeSeconds: number
  readonly mtimeNanos: number
  readonly links: number
}

/** Writes the 64 bytes of the long form. */
export function encodeInode(bytes: Buffer, offset: number, inode: Inode & { readonly number: number }): void {
  bytes.writeUInt16LE(extendedFormat | (inode.dataLayout << 1), offset)
  bytes.writeUInt16LE(inode.mode, offset + 4)
  bytes.writeBigUInt64LE(BigInt(inode.size), offset + 8)
  bytes.writeUInt32LE(inode.block, offset + 16)
  bytes.writeUInt32LE(inode.number, offset + 20)
  bytes.writeUInt32LE(inode.uid >>> 0, offset + 24)
  bytes.writeUInt32LE(inode.gid >>> 0, offset + 28)
  bytes.writeBigUInt64LE(BigInt(inode.mtimeSeconds), offset + 32)
  bytes.writeUInt32LE(inode.mtimeNanos, offset + 40)
  bytes.writeUInt32LE(inode.links, offset + 44)
}

export interface DecodedInode extends Inode {
  /** What stands in the metadata before the content that lies there: the inode and its extended attributes. */
  readonly headBytes: number
}

/** `bytes` holds 64 bytes of the metadata. The short form has no time of its own. */
export function decodeInode(bytes: Buffer, { buildSeconds, buildNanos }: Superblock): DecodedInode {
  const format = bytes.readUInt16LE(0)
  const attributesCount = bytes.readUInt16LE(2)
  const common = { dataLayout: (format >> 1) & 7, mode: bytes.readUInt16LE(4), block: bytes.readUInt32LE(16) }
  const attributesBytes = attributesCount === 0 ? 0 : 12 + (attributesCount - 1) * 4
  if ((format & 1) === extendedFormat) {
    return {
      ...common,
      size: Number(bytes.readBigUInt64LE(8)),
      uid: bytes.readUInt32LE(24),
      gid: bytes.readUInt32LE(28),
      mtimeSeconds: Number(bytes.readBigUInt64LE(32)),
      mtimeNanos: bytes.readUInt32LE(40),
      links: bytes.readUInt32LE(44),
      headBytes: extendedInodeBytes + attributesBytes,
    }
  }
  return {
    ...common,
    size: bytes.readUInt32LE(8),
    uid: bytes.readUInt16LE(24),
    gid: bytes.readUInt16LE(26),
    mtimeSeconds: buildSeconds,
    mtimeNanos: buildNanos,
    links: bytes.readUInt16LE(6),
    headBytes: compactInodeBytes + attributesBytes,
  }
}
