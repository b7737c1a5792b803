/**
 * The 512-byte header before each entry of a tar archive: POSIX (ustar), GNU and the old format. Sources: POSIX.1-2017
 * pax, and the GNU tar manual for its own types.
 */
import { refuseArchive } from './archive-error.ts'
import { byteString, showName } from './bytes.ts'

export const tarBlockBytes = 512

export type TarKind =
  | 'file'
  | 'hard link'
  | 'symbolic link'
  | 'character device'
  | 'block device'
  | 'directory'
  | 'fifo'

/** Entries that describe the next entry. */
export type TarNote = 'pax' | 'global pax' | 'long name' | 'long link'

export interface TarHeader {
  readonly kind: TarKind | TarNote
  /** Each character is a byte. */
  readonly name: string
  /** Target of a link; empty otherwise. */
  readonly linkName: string
  /** Permission bits, with set-user-id, set-group-id and sticky. */
  readonly mode: number
  readonly uid: number
  readonly gid: number
  /** Bytes of content that follow. */
  readonly size: number
  readonly mtimeSeconds: number
  readonly mtimeNanos: number
}

const kinds: Readonly<Record<string, TarHeader['kind']>> = {
  '0': 'file',
  '\0': 'file',
  '7': 'file',
  '1': 'hard link',
  '2': 'symbolic link',
  '3': 'character device',
  '4': 'block device',
  '5': 'directory',
  '6': 'fifo',
  x: 'pax',
  X: 'pax',
  g: 'global pax',
  L: 'long name',
  K: 'long link',
}

/** Undefined for a block of zeros, which marks the end. Throws request_invalid for an invalid header. */
export function parseTarHeader(block: Uint8Array): TarHeader | undefined {
  if (block.every((byte) => byte === 0)) return undefined
  checkSum(block)
  const name = fullName(block)
  const kind = kindOf(block, name)
  return {
    kind,
    name,
    linkName: textAt(block, 157, 100),
    mode: numberAt(block, 100, 8, 'mode') & 0o7777,
    uid: numberAt(block, 108, 8, 'owner'),
    gid: numberAt(block, 116, 8, 'group'),
    size: hasContent(kind) ? numberAt(block, 124, 12, 'size') : 0,
    mtimeSeconds: numberAt(block, 136, 12, 'time'),
    mtimeNanos: 0,
  }
}

/** Links have no content, although some archivers give them the size of their target. */
export function hasContent(kind: TarHeader['kind']): boolean {
  return kind === 'file' || isNote(kind)
}

export function isNote(kind: TarHeader['kind']): kind is TarNote {
  return kind === 'pax' || kind === 'global pax' || kind === 'long name' || kind === 'long link'
}

function kindOf(block: Uint8Array, name: string): TarHeader['kind'] {
  const letter = String.fromCharCode(block[156] ?? 0)
  const kind = kinds[letter]
  if (kind === undefined)
    throw refuseArchive(`an entry is of the unknown kind ${showName(`"${letter}"`)}: ${showName(name)}`)
  // The oldest archives mark a directory only by the trailing slash of its name.
  return kind === 'file' && letter !== '7' && name.endsWith('/') ? 'directory' : kind
}

/** The checksum is the sum of all bytes, with the checksum field itself read as spaces. */
function checkSum(block: Uint8Array): void {
  let sum = 0
  for (let index = 0; index < tarBlockBytes; index++)
    sum += index >= 148 && index < 156 ? 0x20 : (block[index] ?? 0)
  if (sum !== numberAt(block, 148, 8, 'checksum'))
    throw refuseArchive('a header does not match its checksum: it is damaged, or no tar archive')
}

function fullName(block: Uint8Array): string {
  const name = textAt(block, 0, 100)
  const isPosix = textAt(block, 257, 6) === 'ustar' && block[262] === 0
  const prefix = isPosix ? textAt(block, 345, 155) : ''
  return prefix === '' ? name : `${prefix}/${name}`
}

function textAt(block: Uint8Array, offset: number, length: number): string {
  const field = block.subarray(offset, offset + length)
  const end = field.indexOf(0)
  return byteString(end < 0 ? field : field.subarray(0, end))
}

/** Octal digits, or a binary number when the first bit is set. Throws for a negative, too large or malformed number. */
function numberAt(block: Uint8Array, offset: number, length: number, what: string): number {
  const field = block.subarray(offset, offset + length)
  const value = ((field[0] ?? 0) & 0x80) === 0 ? octal(byteString(field)) : binary(field)
  if (!Number.isSafeInteger(value) || value < 0) throw refuseArchive(`an entry has an impossible ${what}`)
  return value
}

function octal(field: string): number {
  const [, digits = ''] = /^ *([^\0 ]*)/.exec(field) ?? []
  if (digits === '') return 0
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN
}

function binary(field: Uint8Array): number {
  // A positive binary number that fits starts with the byte 0x80; 0xff starts a negative one.
  if (field[0] !== 0x80) return Number.NaN
  let value = 0
  for (const byte of field.subarray(1)) value = value * 256 + byte
  return value
}
