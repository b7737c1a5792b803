/**
 * The archive format of a files-only pause: a tar that other tools can also unpack. What tar cannot express is stored
 * in PAX records: `mtime` in nanoseconds, large ids, user attributes in libarchive's notation, sparse files in GNU
 * tar's format 1.0, and, under a vendor key, names that are not valid UTF-8.
 */

import { ServiceError } from '@cay/core/errors.ts'
import type { Header } from 'tar-stream'

export type EntryKind =
  | 'file'
  | 'directory'
  | 'symlink'
  | 'link'
  | 'fifo'
  | 'character-device'
  | 'block-device'

export interface Attribute {
  readonly name: Buffer
  readonly value: Buffer
}

/** One entry of a file tree, without its content. */
export interface TreeEntry {
  /**
   * Relative to the root of the tree, without a leading slash; empty for the root itself. Any bytes except NUL are
   * allowed.
   */
  readonly path: Buffer
  readonly kind: EntryKind
  /** The lower twelve mode bits: permissions, set-id bits and the sticky bit. */
  readonly mode: number
  readonly uid: number
  readonly gid: number
  readonly modifiedNs: bigint
  /** Size of a file in bytes, holes included; 0 for all other kinds. */
  readonly size: number
  /** The target of a symbolic link; for a hard link, the path of the file's first name. */
  readonly target?: Buffer
  readonly device?: { readonly major: number; readonly minor: number }
  /** The extended attributes in the user namespace, for files and directories. */
  readonly attributes: readonly Attribute[]
}

export interface ArchivedEntry {
  readonly entry: TreeEntry
  /** The content begins with a map of the file's data extents. */
  readonly isSparse: boolean
}

/**
 * The name of the last entry, whose content lists the template's paths that were deleted, each terminated by NUL. No
 * other entry has this name.
 */
export const deletionsName = '.cay/deletions'

type ArchiveHeader = Pick<
  Header,
  'name' | 'type' | 'mode' | 'uid' | 'gid' | 'size' | 'mtime' | 'linkname' | 'devmajor' | 'devminor'
> & { pax: Record<string, string> }

const octalIdMax = 0o777_777
const tarSecondsMax = 2 ** 31 - 1
const nsPerSecond = 1_000_000_000n
const attributePrefix = 'LIBARCHIVE.xattr.'
const pathKey = 'CAY.path'
const targetKey = 'CAY.linkpath'
const modeKey = 'CAY.mode'

/** `storedBytes` is given only for a sparse file: the size of its map and its data. */
export function toHeader(entry: TreeEntry, storedBytes?: number): ArchiveHeader {
  const name = entry.path.length === 0 ? '.' : entry.path.toString()
  return {
    name,
    type: entry.kind,
    mode: entry.mode,
    uid: entry.uid,
    gid: entry.gid,
    size: storedBytes ?? entry.size,
    mtime: new Date(clamp(Number(entry.modifiedNs / nsPerSecond)) * 1000),
    linkname: entry.target?.toString() ?? '',
    devmajor: entry.device?.major ?? 0,
    devminor: entry.device?.minor ?? 0,
    pax: {
      mtime: renderTime(entry.modifiedNs),
      ...exactBytes(pathKey, entry.path),
      ...(entry.target === undefined ? {} : exactBytes(targetKey, entry.target)),
      // The library replaces a mode of 0 by a default, so it is also stored in a record.
      ...(entry.mode === 0 ? { [modeKey]: '0' } : {}),
      ...largeNumber('uid', entry.uid),
      ...largeNumber('gid', entry.gid),
      ...largeNumber('SCHILY.devmajor', entry.device?.major ?? 0),
      ...largeNumber('SCHILY.devminor', entry.device?.minor ?? 0),
      ...Object.fromEntries(
        entry.attributes.map(({ name: key, value }) => [
          `${attributePrefix}${escapeBytes(key)}`,
          value.toString('base64'),
        ]),
      ),
      ...(storedBytes === undefined ? {} : sparseRecords(name, entry.size)),
    },
  }
}

function sparseRecords(name: string, size: number): Record<string, string> {
  return {
    'GNU.sparse.major': '1',
    'GNU.sparse.minor': '0',
    'GNU.sparse.name': name,
    'GNU.sparse.realsize': String(size),
  }
}

/** Throws `request_invalid` for any header that `toHeader` does not produce. */
export function fromHeader(header: Header): ArchivedEntry {
  const records = (header.pax ?? {}) as Readonly<Record<string, string | undefined>>
  const { type } = header
  if (!isKind(type)) throw invalid(`a thing of the kind '${String(type)}'`)
  const realSize = records['GNU.sparse.realsize']
  const hasTarget = type === 'symlink' || type === 'link'
  const isDevice = type === 'character-device' || type === 'block-device'
  const path = bytesOf(records[pathKey], header.name === '.' ? '' : header.name)
  assertPath(path)
  const entry: TreeEntry = {
    path,
    kind: type,
    mode: records[modeKey] === undefined ? header.mode : 0,
    uid: numberOf(records.uid, header.uid),
    gid: numberOf(records.gid, header.gid),
    modifiedNs: parseTime(records.mtime ?? ''),
    size: type === 'file' ? numberOf(realSize, header.size) : 0,
    ...(hasTarget ? { target: targetOf(records[targetKey], header.linkname) } : {}),
    ...(isDevice
      ? {
          device: {
            major: numberOf(records['SCHILY.devmajor'], header.devmajor),
            minor: numberOf(records['SCHILY.devminor'], header.devminor),
          },
        }
      : {}),
    attributes: attributesOf(records),
  }
  if (entry.kind === 'link') assertPath(entry.target ?? Buffer.alloc(0))
  return { entry, isSparse: realSize !== undefined }
}

const kinds: readonly string[] = [
  'file',
  'directory',
  'symlink',
  'link',
  'fifo',
  'character-device',
  'block-device',
] satisfies readonly EntryKind[]

function isKind(type: string | null): type is EntryKind {
  return type !== null && kinds.includes(type)
}

/** Requires every component to be a plain name, so that no path leads out of the tree. */
export function assertPath(path: Buffer): void {
  const parts = path.length === 0 ? [] : path.toString('latin1').split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..' || part.includes('\0'))) {
    throw invalid(`the path '${path.toString()}'`)
  }
}

function targetOf(exact: string | undefined, text: string | null): Buffer {
  const target = bytesOf(exact, text ?? '')
  if (target.length === 0 || target.includes(0)) throw invalid('a link to nothing')
  return target
}

function attributesOf(records: Readonly<Record<string, string | undefined>>): Attribute[] {
  return Object.entries(records).flatMap(([key, value]) =>
    key.startsWith(attributePrefix) && value !== undefined
      ? [{ name: unescapeBytes(key.slice(attributePrefix.length)), value: Buffer.from(value, 'base64') }]
      : [],
  )
}

function clamp(seconds: number): number {
  return Math.max(0, Math.min(tarSecondsMax, seconds))
}

/** Seconds with nine decimals. */
function renderTime(ns: bigint): string {
  const size = ns < 0n ? -ns : ns
  return `${ns < 0n ? '-' : ''}${size / nsPerSecond}.${String(size % nsPerSecond).padStart(9, '0')}`
}

function parseTime(text: string): bigint {
  const [, sign, seconds, fraction] = /^(-?)(\d{1,12})\.(\d{9})$/.exec(text) ?? []
  if (seconds === undefined || fraction === undefined) throw invalid(`the time '${text}'`)
  const ns = BigInt(seconds) * nsPerSecond + BigInt(fraction)
  return sign === '-' ? -ns : ns
}

function exactBytes(key: string, bytes: Buffer): Record<string, string> {
  return Buffer.from(bytes.toString()).equals(bytes) ? {} : { [key]: bytes.toString('base64') }
}

function bytesOf(exact: string | undefined, text: string): Buffer {
  return exact === undefined ? Buffer.from(text) : Buffer.from(exact, 'base64')
}

function largeNumber(key: string, value: number): Record<string, string> {
  return value <= octalIdMax ? {} : { [key]: String(value) }
}

function numberOf(record: string | undefined, field: number): number {
  const value = record === undefined ? field : Number(record)
  if (!Number.isSafeInteger(value) || value < 0) throw invalid(`the number '${record ?? field}'`)
  return value
}

/** Encodes an attribute name in libarchive's notation: `%3D` for a byte that a PAX record cannot hold. */
function escapeBytes(bytes: Buffer): string {
  return [...bytes]
    .map((byte) => {
      const letter = String.fromCharCode(byte)
      return /[\w.-]/.test(letter) ? letter : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
}

function unescapeBytes(text: string): Buffer {
  const letters = text.replace(/%([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(letters, 'latin1')
}

export function invalid(what: string): ServiceError {
  return new ServiceError('request_invalid', `not an archive of changes: ${what}`)
}
