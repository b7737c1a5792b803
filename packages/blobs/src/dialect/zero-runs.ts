/** Long runs of zeros are not stored and not written: they become holes. */

/** A run shorter than this is written; file systems keep holes of whole blocks. */
const blockBytes = 64 * 1024
const zeros = Buffer.alloc(blockBytes)

export interface Run {
  readonly offset: number
  readonly bytes: number
}

export function isAllZeros(bytes: Uint8Array): boolean {
  for (let offset = 0; offset < bytes.length; offset += blockBytes) {
    if (!isZeroBlock(bytes, offset)) return false
  }
  return true
}

/** The runs of blocks that hold more than zeros, in order. */
export function dataRuns(bytes: Uint8Array): Run[] {
  const runs: Run[] = []
  let start: number | undefined
  for (let offset = 0; offset < bytes.length; offset += blockBytes) {
    const isZero = isZeroBlock(bytes, offset)
    if (!isZero) start ??= offset
    else if (start !== undefined) {
      runs.push({ offset: start, bytes: offset - start })
      start = undefined
    }
  }
  if (start !== undefined) runs.push({ offset: start, bytes: bytes.length - start })
  return runs
}

function isZeroBlock(bytes: Uint8Array, offset: number): boolean {
  const length = Math.min(blockBytes, bytes.length - offset)
  return zeros.compare(bytes, offset, offset + length, 0, length) === 0
}
