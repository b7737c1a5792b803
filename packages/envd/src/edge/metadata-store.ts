/** Metadata of files as extended attributes, through the C library: Node has no call for them. */

import { metadataXattrPrefix } from '@cay/contract/names.ts'
import type { MetadataStore } from '../ports/file-tree.ts'
import { getxattr, listxattr, removexattr, SystemCallError, setxattr } from './libc.ts'

/** The kernel allows no longer list of names and no longer value. */
const attributeBytesMax = 64 * 1024
/** Programs of the sandbox may set more than uploads can, hundreds of megabytes for one file. */
const shownBytesMax = 64 * 1024
const scratch = new Uint8Array(attributeBytesMax)
const decoder = new TextDecoder('utf-8', { fatal: true })

/** File systems without user attributes: what would be stored is not, and nothing is read. */
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

/** Empty without any attributes here, and for a file that has just gone. */
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
    // Removed since it was listed.
    if (error instanceof SystemCallError) return undefined
    throw error
  }
}

/** Text that is not UTF-8 cannot be shown and is passed over. */
function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    // `fatal` says so by throwing.
    return undefined
  }
}
