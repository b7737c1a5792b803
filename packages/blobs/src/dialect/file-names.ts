/** Names of files in an artifact: relative paths that stay where they are unpacked. */
import { nameBytesMax as segmentBytesMax, whyNotEntryName } from '@cay/core/files/entry-name.ts'

const nameBytesMax = 1024

/** Why it cannot be the name of a file; undefined for one that can. */
export function whyNotFileName(name: string): string | undefined {
  if (Buffer.byteLength(name) > nameBytesMax) return `is longer than ${nameBytesMax} bytes`
  if (name.includes('\0')) return 'has a NUL'
  if (!name.isWellFormed()) return 'is not valid Unicode'
  return name
    .split('/')
    .map(whyNotSegment)
    .find((why) => why !== undefined)
}

function whyNotSegment(segment: string): string | undefined {
  if (whyNotEntryName(segment) === undefined) return undefined
  return Buffer.byteLength(segment) > segmentBytesMax
    ? `has a part of more than ${segmentBytesMax} bytes`
    : 'is not a relative path in its plain form'
}

/** A name that is there twice, or is a directory of another one; undefined when all can be there at once. */
export function conflictingName(names: readonly string[]): string | undefined {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) return name
    seen.add(name)
  }
  return names.flatMap(directoriesOf).find((directory) => seen.has(directory))
}

function directoriesOf(name: string): string[] {
  const segments = name.split('/')
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'))
}
