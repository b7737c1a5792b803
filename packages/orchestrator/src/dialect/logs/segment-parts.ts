/** Cuts the text of a log segment where an upload goes on, and puts uploaded parts together again. */
import { cursorText, numberOf, parseCursorText, parseEntryText } from '@cay/core/logs/log-lines.ts'

export interface SegmentPart {
  readonly firstNumber: number
  readonly lastNumber: number
  /** Of its last entry. */
  readonly lastAtMs: number
  readonly text: string
}

/** All of a segment. Undefined when it has no entry. */
export function wholePart(text: string): SegmentPart | undefined {
  return partOf(text.split('\n'))
}

/** What is behind the entry with that number, or behind what was before it. Undefined when no entry is. */
export function partAfter(text: string, after: number): SegmentPart | undefined {
  const lines = text.split('\n')
  const known = lines.findLastIndex((line) => (numberOf(line) ?? Number.POSITIVE_INFINITY) <= after)
  return partOf(lines.slice(known + 1))
}

export interface RestoredSegment {
  readonly firstNumber: number
  readonly firstAtMs: number
  readonly text: string
}

/**
 * The segments that hold these parts, which are in order; entries that are in two parts are taken once. Each begins with the
 * cursor of the daemon's log, as the node writes them.
 */
export function joinParts(texts: readonly string[], bytesMax: number): RestoredSegment[] {
  const segments: { firstNumber: number; firstAtMs: number; text: string }[] = []
  let cursor = ''
  let last = 0
  for (const text of texts) {
    const part = partAfter(text, last)
    if (part === undefined) continue
    const open = segments.at(-1)
    if (open !== undefined && Buffer.byteLength(open.text) + Buffer.byteLength(part.text) <= bytesMax)
      open.text += part.text
    else segments.push({ ...firstOf(part), text: cursor === '' ? part.text : cursorText(cursor) + part.text })
    const lines = part.text.split('\n')
    cursor = parseCursorText(lines.findLast((line) => parseCursorText(line) !== undefined) ?? '') ?? cursor
    last = part.lastNumber
  }
  return segments
}

function partOf(lines: readonly string[]): SegmentPart | undefined {
  const first = lines.find((line) => numberOf(line) !== undefined)
  const last = parseEntryText(lines.findLast((line) => numberOf(line) !== undefined) ?? '')
  const firstNumber = numberOf(first ?? '')
  if (last === undefined || firstNumber === undefined) return undefined
  return { firstNumber, lastNumber: last.number, lastAtMs: last.atMs, text: lines.join('\n') }
}

function firstOf({ firstNumber, text }: SegmentPart) {
  const entry = parseEntryText(text.split('\n').find((line) => numberOf(line) !== undefined) ?? '')
  return { firstNumber, firstAtMs: entry?.atMs ?? 0 }
}
