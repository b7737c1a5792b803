/** Names that another machine sends, before they become part of a path on this one. */
import { utf8Bytes } from '../text.ts'

/** Maximum length in bytes of a name on Linux file systems. */
export const nameBytesMax = 255

/**
 * Why a text cannot be one component of a path; undefined for one that can. Below a directory such a name leads to an entry of that
 * directory and nowhere else.
 */
export function whyNotEntryName(name: string): string | undefined {
  if (name === '') return 'it is empty'
  if (name === '.' || name === '..') return 'it leads to another directory'
  if (name.includes('/')) return 'it has a slash'
  if (name.includes('\0')) return 'it has a NUL'
  // On the disk all lone surrogates are the same replacement character.
  if (/\p{Cs}/u.test(name)) return 'it is not valid Unicode'
  return utf8Bytes(name) > nameBytesMax ? `it has more than ${nameBytesMax} bytes` : undefined
}

export function isEntryName(name: string): boolean {
  return whyNotEntryName(name) === undefined
}

/** Whether every component of a path is the name of an entry, so that the path stays below where it is resolved. */
export function isPathBelow(path: string): boolean {
  return path.split('/').every(isEntryName)
}
