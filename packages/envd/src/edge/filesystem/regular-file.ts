/**
 * Reads and writes files of the image and of /proc for the daemon itself. Root in the sandbox may have replaced them
 * with anything or mounted anything over them. Opening a pipe, for example, would block forever, and with it the
 * whole daemon, which has a single thread.
 */

import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'

/** Trust bundles are the largest of these files, at some hundred kilobytes. */
const bytesMax = 4 * 1024 * 1024
const notWaiting = constants.O_NONBLOCK | constants.O_NOCTTY
/**
 * A fixed buffer, because the files of /proc report a size of zero. Most files fit into it, and no result outlives
 * its call.
 */
const usualRoom = Buffer.allocUnsafeSlow(16 * 1024)

/**
 * Returns undefined if the file does not exist, cannot be read, is not a regular file, or is larger than `bytesMax`.
 */
export function textOfFile(path: string, encoding: BufferEncoding = 'utf8'): string | undefined {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | notWaiting)
    try {
      const found = fstatSync(descriptor)
      if (!found.isFile() || found.size > bytesMax) return undefined
      return readToEnd(descriptor, encoding)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return undefined
  }
}

/** Reads to the end of the file without relying on its reported size. */
function readToEnd(descriptor: number, encoding: BufferEncoding): string | undefined {
  let bytes = usualRoom
  let length = 0
  for (;;) {
    if (length === bytes.length) bytes = Buffer.concat([bytes], 2 * length)
    const count = readSync(descriptor, bytes, length, bytes.length - length, null)
    if (count === 0) return bytes.toString(encoding, 0, length)
    length += count
    if (length > bytesMax) return undefined
  }
}

/**
 * Writes a new file and renames it into place, so that a link or special file at the path is neither opened nor
 * followed.
 */
export function replaceFile(path: string, content: string | Uint8Array, mode = 0o644): void {
  const made = `${path}.cay-new`
  const make = () => writeFileSync(made, content, { flag: 'wx', mode })
  try {
    make()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    rmSync(made, { recursive: true, force: true })
    make()
  }
  renameSync(made, path)
}

/**
 * Appends to an existing file in one write. Returns false if the file does not exist or is not a regular file. If it
 * throws, the file is restored to its former length, because a full disk can accept part of a write.
 */
export function appendToFile(path: string, content: (lastByte: number | undefined) => Uint8Array): boolean {
  const descriptor = openRegular(path)
  if (descriptor === undefined) return false
  try {
    const { size } = fstatSync(descriptor)
    const last = Buffer.alloc(1)
    const read = size === 0 ? 0 : readSync(descriptor, last, 0, 1, size - 1)
    appendWhole(descriptor, size, content(read === 0 ? undefined : last[0]))
    return true
  } finally {
    closeSync(descriptor)
  }
}

function appendWhole(descriptor: number, size: number, bytes: Uint8Array): void {
  try {
    const written = writeSync(descriptor, bytes)
    if (written < bytes.length) throw new Error(`only ${written} of ${bytes.length} bytes could be written`)
  } catch (error) {
    ftruncateSync(descriptor, size)
    throw error
  }
}

/** Returns undefined for symbolic links too, because the creator of a link chooses its target. */
function openRegular(path: string): number | undefined {
  let descriptor: number
  try {
    descriptor = openSync(path, constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW | notWaiting)
  } catch {
    return undefined
  }
  const found = fstatSync(descriptor)
  if (found.isFile() && found.nlink === 1) return descriptor
  closeSync(descriptor)
  return undefined
}
