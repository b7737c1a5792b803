/** Evaluates the Range header for a file of known size. */

export interface ByteRange {
  readonly first: number
  /** Inclusive. */
  readonly last: number
}

/** For more ranges the whole file is returned, because serving each range separately does not pay. */
const rangesMax = 64

/**
 * `whole`: no usable header, return the whole file. `unsatisfiable`: no range is within the file (416). A range that
 * starts beyond the end is omitted when others remain.
 */
export function parseRanges(
  header: string | undefined,
  size: number,
): ByteRange[] | 'whole' | 'unsatisfiable' {
  if (header === undefined || !header.startsWith('bytes=')) return 'whole'
  const items = header
    .slice('bytes='.length)
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
  const ranges: ByteRange[] = []
  for (const item of items) {
    const match = /^(\d*)-(\d*)$/.exec(item)
    if (match === null || item === '-') return 'unsatisfiable'
    const range = rangeOf(match[1] ?? '', match[2] ?? '', size)
    if (range === 'malformed') return 'unsatisfiable'
    if (range !== undefined) ranges.push(range)
  }
  if (items.length === 0 || ranges.length > rangesMax) return 'whole'
  const total = ranges.reduce((sum, range) => sum + range.last - range.first + 1, 0)
  if (total > size) return 'whole'
  return ranges.length === 0 ? 'unsatisfiable' : ranges
}

function rangeOf(from: string, to: string, size: number): ByteRange | 'malformed' | undefined {
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? undefined : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  if (to !== '' && Number(to) < first) return 'malformed'
  if (first >= size) return undefined
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}
