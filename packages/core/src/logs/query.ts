/** Selects the entries of a log that match a query, and assembles them to a page. */
import { isAtLeast, type LogLevel } from './entry.ts'
import { type Direction, encodePageCursor, type PageCursor } from './page-cursor.ts'
import type { NumberedEntry } from './stamp.ts'

export interface LogQuery {
  readonly direction: Direction
  /** The end of the previous page. */
  readonly after?: PageCursor
  /** Forward: entries from this instant on. Backward: entries until this instant. */
  readonly startMs?: number
  readonly level?: LogLevel
  /** Case-sensitive substring of the message. */
  readonly search?: string
  readonly limit: number
}

export interface LogPage {
  readonly entries: readonly NumberedEntry[]
  /** Absent when the page is empty and there are no more entries to examine. */
  readonly nextCursor?: string
}

/** Takes the entries of a log one by one in the direction of the query, until the page is full. */
export class PageMaker {
  readonly #query: LogQuery
  readonly #entries: NumberedEntry[] = []
  #lastNumber: number | undefined

  constructor(query: LogQuery) {
    this.#query = query
    this.#lastNumber = query.after?.number
  }

  get isFull(): boolean {
    return this.#entries.length >= this.#query.limit
  }

  /** Skips entries that the previous page has examined. */
  offer(entry: NumberedEntry): void {
    if (this.isFull || !isAhead(this.#query, entry.number)) return
    this.#lastNumber = entry.number
    if (isWanted(this.#query, entry)) this.#entries.push(entry)
  }

  /** `isAtEnd`: every entry in this direction was offered. */
  page(isAtEnd: boolean): LogPage {
    const { direction } = this.#query
    const number = this.#lastNumber
    const isOver = this.#entries.length === 0 && isAtEnd
    if (number === undefined || isOver || this.#query.limit === 0) return { entries: this.#entries }
    return { entries: this.#entries, nextCursor: encodePageCursor({ direction, number }) }
  }
}

function isAhead({ direction, after }: LogQuery, number: number): boolean {
  if (after === undefined) return true
  return direction === 'forward' ? number > after.number : number < after.number
}

function isWanted({ direction, startMs, level, search }: LogQuery, entry: NumberedEntry): boolean {
  const isInTime =
    startMs === undefined || (direction === 'forward' ? entry.atMs >= startMs : entry.atMs <= startMs)
  if (!isInTime || (level !== undefined && !isAtLeast(entry.level, level))) return false
  return search === undefined || search === '' || entry.message.includes(search)
}
