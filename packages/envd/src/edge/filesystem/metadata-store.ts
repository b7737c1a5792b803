/** Stores metadata of files as extended attributes, through the C library, because Node has no call for them. */

import { metadataXattrPrefix } from '@cay/contract/names.ts'
import type { MetadataStore } from '../../ports/file-tree.ts'
import { getxattr, listxattr, removexattr, SystemCallError, setxattr } from '../libc.ts'

/** The kernel limits the list of names and each value to this size. */
const attributeBytesMax = 64 * 1024
/** Programs in the sandbox can set more metadata than uploads can, up to hundreds of megabytes for one file. */
const shownBytesMax = 64 * 1024
const scratch = new Uint8Array(attributeBytesMax)
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Errors of file systems without user attributes: metadata is then not stored, and reading returns none. */
const unsupported = new Set(['ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EROFS'])

export function createMetadataStore(): MetadataStore {
  return { read, replace }
}

function read(path: string): Record<string, string> {
  const found: Record<string, string> = {}
  let bytes = 0
  for (const name of storedNames(path)) {
    const value = readValue(path, name)
    if (value === undefined) continue
    bytes += name.length + value.length
    if (bytes > shownBytesMax) break
    found[name.slice(metadataXattrPrefix.length)] = value
  }
  return found
}

function replace(path: string, metadata: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  try {
    for (const name of storedNames(path)) {
      if (!Object.hasOwn(metadata, name.slice(metadataXattrPrefix.length))) removexattr(path, name)
    }
    for (const [key, value] of Object.entries(metadata)) {
      const bytes = new TextEncoder().encode(value)
      setxattr(path, `${metadataXattrPrefix}${key}`, bytes, bytes.length, 0)
    }
    return metadata
  } catch (error) {
    if (error instanceof SystemCallError && unsupported.has(error.code)) return {}
    throw error
  }
}

/** Returns an empty list for a file without user attributes, and for a file that has just been removed. */
function storedNames(path: string): string[] {
  const length = listxattr(path, scratch, scratch.length)
  if (length <= 0) return []
  return (decodeText(scratch.subarray(0, length)) ?? '')
    .split('\0')
    .filter((name) => name.startsWith(metadataXattrPrefix) && name !== metadataXattrPrefix)
}

function readValue(path: string, name: string): string | undefined {
  try {
    return decodeText(scratch.subarray(0, getxattr(path, name, scratch, scratch.length)))
  } catch (error) {
    // The attribute was removed after the names were listed.
    if (error instanceof SystemCallError) return undefined
    throw error
  }
}

/** An attribute that is not valid UTF-8 cannot be returned as text and is skipped. */
function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    // A decoder with `fatal` throws if the bytes are not valid UTF-8.
    return undefined
  }
}
