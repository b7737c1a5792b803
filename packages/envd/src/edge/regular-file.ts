/**
 * Files of the image and of /proc that the daemon reads and writes for itself. Root of the sandbox may have made anything of
 * them, or mounted anything over them: whoever opens a pipe waits for ever, and the daemon does everything in one thread.
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

/** Trust bundles are the largest of them, with some hundred kilobytes. */
const bytesMax = 4 * 1024 * 1024
const notWaiting = constants.O_NONBLOCK | constants.O_NOCTTY
/** The files of /proc say that they are empty. Most files fit, and no read outlives its call. */
const usualRoom = Buffer.allocUnsafeSlow(16 * 1024)

/** Undefined for what is not there, cannot be read, is no regular file, or is larger than any such file. */
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

/** Up to the end, wherever that is. */
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

/** Made anew and renamed: what somebody has put in its place is neither opened nor followed. */
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
 * At the end of a file that is there, in one write. False: it is not there, or is no file of its own. When it throws, the file
 * is as it was: a full disk takes a part of a write.
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

/** Undefined for links too: whoever made one decides where it leads. */
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
