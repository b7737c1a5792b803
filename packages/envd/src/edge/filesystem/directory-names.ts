/** Reads the names in a directory by its file descriptor. Names are bytes, because not every name is valid UTF-8. */

import { getDirectoryEntries } from './libc-files.ts'

export interface NameBytes {
  /** With a terminating NUL, as system calls take it. */
  readonly name: Buffer
  /** Known without a further system call; undefined if the file system does not report the type. */
  readonly isDirectory: boolean | undefined
}

const bufferBytes = 64 * 1024
const headBytes = 19
const unknownType = 0
const directoryType = 4

/** Returns the current names without `.` and `..`; only about `countMax` of them if there are more. */
export function readNames(directory: number, countMax: number): { names: NameBytes[]; isAll: boolean } {
  const names: NameBytes[] = []
  for (const batch of nameBatches(directory)) {
    names.push(...batch)
    if (names.length >= countMax) return { names, isAll: false }
  }
  return { names, isAll: true }
}

/** Yields all names in batches, because a directory may hold millions. */
export function* nameBatches(directory: number): Generator<NameBytes[]> {
  const buffer = Buffer.allocUnsafeSlow(bufferBytes)
  for (;;) {
    const filled = getDirectoryEntries(directory, buffer, buffer.length)
    if (filled === 0) return
    yield namesIn(buffer.subarray(0, filled))
  }
}

function namesIn(entries: Buffer): NameBytes[] {
  const found: NameBytes[] = []
  for (let at = 0; at < entries.length; ) {
    const length = entries.readUInt16LE(at + 16)
    const type = entries.readUInt8(at + 18)
    const end = entries.indexOf(0, at + headBytes)
    const name = Buffer.from(entries.subarray(at + headBytes, end + 1))
    at += length
    if (isDots(name)) continue
    found.push({ name, isDirectory: type === unknownType ? undefined : type === directoryType })
  }
  return found
}

function isDots(name: Buffer): boolean {
  return name[0] === 0x2e && (name.length === 2 || (name[1] === 0x2e && name.length === 3))
}
