/** The names in a directory, by its descriptor: as bytes, because not every name is text. */

import { getDirectoryEntries } from './libc-files.ts'

export interface NameBytes {
  /** With a NUL at the end, as the system takes it. */
  readonly name: Buffer
  /** Known without asking; undefined where the file system does not say. */
  readonly isDirectory: boolean | undefined
}

const bufferBytes = 64 * 1024
const headBytes = 19
const unknownType = 0
const directoryType = 4

/** All that stand there now, without `.` and `..`. */
export function readNames(directory: number): NameBytes[] {
  const found: NameBytes[] = []
  const buffer = Buffer.allocUnsafeSlow(bufferBytes)
  for (;;) {
    const filled = getDirectoryEntries(directory, buffer, buffer.length)
    if (filled === 0) return found
    for (let at = 0; at < filled; ) {
      const length = buffer.readUInt16LE(at + 16)
      const type = buffer.readUInt8(at + 18)
      const end = buffer.indexOf(0, at + headBytes)
      const name = Buffer.from(buffer.subarray(at + headBytes, end + 1))
      at += length
      if (isDots(name)) continue
      found.push({ name, isDirectory: type === unknownType ? undefined : type === directoryType })
    }
  }
}

function isDots(name: Buffer): boolean {
  return name[0] === 0x2e && (name.length === 2 || (name[1] === 0x2e && name.length === 3))
}
