/** What the name of an archive's entry means: a path below the root of what is unpacked, and nothing else. */
import { refuseArchive } from './archive-error.ts'
import { showName } from './bytes.ts'

/** Bytes. */
const pathBytesMax = 4096
export const nameBytesMax = 255

/**
 * The path's names from the root down; none for the root itself. A leading slash is taken as the root of the tree. Throws
 * request_invalid for a path with "..", a NUL byte, or more bytes than a path or a name can have.
 */
export function splitEntryPath(path: string): string[] {
  if (path.length > pathBytesMax)
    throw refuseArchive(`a path has ${path.length} bytes, more than ${pathBytesMax}: ${showName(path)}`)
  if (path.includes('\0')) throw refuseArchive(`a path has a NUL byte: ${showName(path)}`)
  const names = path.split('/').filter((name) => name !== '' && name !== '.')
  for (const name of names) {
    if (name === '..') throw refuseArchive(`a path leads upward: ${showName(path)}`)
    if (name.length > nameBytesMax)
      throw refuseArchive(`a name has ${name.length} bytes, more than ${nameBytesMax}: ${showName(name)}`)
  }
  return names
}
