/**
 * Files that the kernel generates while they are read: those of `/proc` report a size of zero, those of `/sys` report a
 * page. Their content is read to its end when they are opened, so that its length is known.
 */

import { fstatSync, readSync, statfsSync } from 'node:fs'
import { ServiceError } from '@cay/core/errors.ts'

/** The maps of a process with many libraries take about 1 MiB. */
const generatedBytesMax = 4 * 1024 * 1024
/** For all open ones together: a client that does not read holds the content of its download. */
const heldBytesMax = 64 * 1024 * 1024
const sysfsType = 0x62656572
const pageBytes = 4096
const pieceBytes = 64 * 1024

let heldBytes = 0

/**
 * Returns undefined for a file whose size is what the system reports. Throws `path_invalid` for content above the
 * limit, which may be endless, and `rate_limited` while too much content is held.
 */
export function contentIfGenerated(descriptor: number, path: string): Buffer | undefined {
  const stat = fstatSync(descriptor)
  if (!stat.isFile() || !mayBeGenerated(stat.size, path)) return undefined
  const content = readToEnd(descriptor, path)
  if (content.length === stat.size) return undefined
  if (heldBytes + content.length > heldBytesMax) {
    throw new ServiceError('rate_limited', 'too many downloads of files that the kernel generates')
  }
  heldBytes += content.length
  return content
}

export function releaseGenerated(content: Buffer): void {
  heldBytes -= content.length
}

function mayBeGenerated(size: number, path: string): boolean {
  return size === 0 || (size === pageBytes && statfsSync(path).type === sysfsType)
}

function readToEnd(descriptor: number, path: string): Buffer {
  const pieces: Buffer[] = []
  for (let length = 0; ; ) {
    const piece = Buffer.allocUnsafe(pieceBytes)
    const count = readPiece(descriptor, path, { piece, at: length })
    if (count === 0) return Buffer.concat(pieces)
    pieces.push(piece.subarray(0, count))
    length += count
    if (length > generatedBytesMax) {
      throw new ServiceError(
        'path_invalid',
        `path '${path}' has no size and more than ${generatedBytesMax} bytes; read it with a command`,
      )
    }
  }
}

/** Some of these files cannot be read at all, or not without waiting. */
function readPiece(descriptor: number, path: string, { piece, at }: { piece: Buffer; at: number }): number {
  try {
    return readSync(descriptor, piece, 0, piece.length, at)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ServiceError('path_invalid', `path '${path}' cannot be read: ${reason}`, { cause: error })
  }
}
