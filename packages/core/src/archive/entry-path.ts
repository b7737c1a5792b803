/** Parses the name of an archive entry as a path below the root of the extraction. */
import { refuseArchive } from './archive-error.ts'
import { showName } from './bytes.ts'

/** Maximum length of a path in bytes. */
const pathBytesMax = 4096
export const nameBytesMax = 255

/**
 * Returns the path's components from the root down; none for the root itself. A leading slash refers to the root of the
 * extraction. Throws request_invalid for a path with "..", a NUL byte, or a path or component that exceeds its maximum
 * length.
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
