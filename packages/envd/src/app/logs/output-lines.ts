/**
 * Splits what a process writes on one stream into lines, as many as the budget allows:
 *
 *                 no room for the next line
 *   following ──────────────────────────────▶ leaving out ──┐ bytes are counted and not parsed
 *       ▲                                          │ ▲──────┘
 *       └── a line begins, `skipMs` later ─────┘
 *
 * The number of omitted bytes is reported in their place, at the next line or the next fetch. Dropping without
 * parsing keeps a flood of output cheap.
 */

import type { LineBudget } from '@cay/core/logs/line-budget.ts'

/** Maximum length of a line in bytes; a longer line is split. */
const lineBytesMax = 4096
/** Once the budget is exhausted, output is not parsed for this long. */
const skipMs = 1000
/** On a fetch, an unfinished line that has been pending for this long becomes an entry. */
const unfinishedMsMax = 1000

const newline = 10

export interface OutputLinesDeps {
  readonly budget: LineBudget
  /** Monotonic clock in milliseconds. */
  readonly nowMs: () => number
  readonly onLine: (text: string) => void
  readonly onSkipped: (bytes: number) => void
}

export class OutputLines {
  readonly #deps: OutputLinesDeps
  /** The beginning of an unfinished line. It is copied, because the input consists of slices of large buffers. */
  #begun: Buffer[] = []
  #begunBytes = 0
  #begunAtMs = 0
  #skippedBytes = 0
  #isSkipping = false
  #skipsUntilMs = 0
  /** True if the bytes omitted last ended in the middle of a line. */
  #isInLine = false

  constructor(deps: OutputLinesDeps) {
    this.#deps = deps
  }

  write(bytes: Uint8Array): void {
    const nowMs = this.#deps.nowMs()
    if (this.#isSkipping && nowMs < this.#skipsUntilMs) {
      this.#skip(bytes)
      return
    }
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#follow(piece, this.#isSkipping ? this.#findBeginning(piece) : 0, nowMs)
  }

  /** Called on each fetch of the log. */
  flush(): void {
    this.#reportSkipped()
    const nowMs = this.#deps.nowMs()
    if (this.#begunBytes > 0 && nowMs - this.#begunAtMs >= unfinishedMsMax) this.#endLine(nowMs)
  }

  /** Called when the stream has ended. */
  end(): void {
    this.#reportSkipped()
    if (this.#begunBytes > 0) this.#endLine(this.#deps.nowMs())
    this.#reportSkipped()
  }

  #follow(bytes: Buffer, from: number, nowMs: number): void {
    let at = from
    while (at < bytes.length) {
      const piece = nextPiece(bytes, at, lineBytesMax - this.#begunBytes)
      this.#begin(bytes.subarray(at, piece.end), nowMs)
      at = piece.next
      if (piece.kind === 'unfinished') return
      if (!this.#endLine(nowMs)) {
        this.#isInLine = piece.kind === 'cut'
        this.#skip(bytes.subarray(at))
        return
      }
    }
  }

  #begin(bytes: Buffer, nowMs: number): void {
    if (this.#begunBytes === 0) this.#begunAtMs = nowMs
    this.#begun.push(Buffer.from(bytes))
    this.#begunBytes += bytes.length
  }

  /** Returns false if the budget had no room for the line; from then on output is not parsed. */
  #endLine(nowMs: number): boolean {
    const bytes = this.#begunBytes
    const line = Buffer.concat(this.#begun)
    this.#begun = []
    this.#begunBytes = 0
    if (this.#deps.budget.take(bytes, nowMs)) {
      this.#deps.onLine(line.toString('utf8').replace(/\r$/, ''))
      return true
    }
    this.#isSkipping = true
    this.#skipsUntilMs = nowMs + skipMs
    this.#skippedBytes += bytes
    return false
  }

  #skip(bytes: Uint8Array): void {
    this.#skippedBytes += bytes.length
    if (bytes.length > 0) this.#isInLine = bytes.at(-1) !== newline
  }

  /**
   * Returns where the first line begins. If no line begins in these bytes, they are omitted too, and their end is
   * returned.
   */
  #findBeginning(bytes: Buffer): number {
    const beginning = this.#isInLine ? bytes.indexOf(newline) + 1 : 0
    if (this.#isInLine && beginning === 0) {
      this.#skip(bytes)
      return bytes.length
    }
    this.#skippedBytes += beginning
    this.#isSkipping = false
    this.#reportSkipped()
    return beginning
  }

  #reportSkipped(): void {
    if (this.#skippedBytes === 0) return
    this.#deps.onSkipped(this.#skippedBytes)
    this.#skippedBytes = 0
  }
}

interface Piece {
  readonly end: number
  readonly next: number
  /** `cut`: the line was too long, and its rest becomes a line of its own. */
  readonly kind: 'line' | 'cut' | 'unfinished'
}

function nextPiece(bytes: Buffer, at: number, room: number): Piece {
  const found = bytes.indexOf(newline, at)
  const end = found < 0 ? bytes.length : found
  if (end - at > room) {
    const cutAt = beforeCharacter(bytes, at + room)
    return { end: cutAt, next: cutAt, kind: 'cut' }
  }
  return found < 0 ? { end, next: end, kind: 'unfinished' } : { end, next: end + 1, kind: 'line' }
}

/** Returns `at`, or the start of the UTF-8 character that a cut at `at` would split. */
function beforeCharacter(bytes: Buffer, at: number): number {
  let before = at
  while (at - before < 3 && isContinuation(bytes[before])) before -= 1
  return isContinuation(bytes[before]) ? at : before
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
