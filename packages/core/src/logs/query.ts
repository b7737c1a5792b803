/** Which entries of a log a reader wants, and the page that is made of them. */
import { isAtLeast, type LogLevel } from './entry.ts'
import { type Direction, encodePageCursor, type PageCursor } from './page-cursor.ts'
import type { NumberedEntry } from './stamp.ts'

export interface LogQuery {
  readonly direction: Direction
  /** The end of the page before. */
  readonly after?: PageCursor
  /** Forward: from then on. Backward: until then. */
  readonly startMs?: number
  readonly level?: LogLevel
  /** In the message, with case. */
  readonly search?: string
  readonly limit: number
}

export interface LogPage {
  readonly entries: readonly NumberedEntry[]
  /** Absent when the page is empty and nothing is left to look at. */
  readonly nextCursor?: string
}

/** Takes a log's entries in the direction of the query, one by one, until it has enough. */
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

  /** Entries that the page before has looked at are passed over. */
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
