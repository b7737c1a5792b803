/**
 * Buffers the sandbox's log until the node fetches it: lines written by processes, their starts and ends, and what
 * they reported to the helper. The buffer is bounded: the oldest entries are dropped first, and the caller that
 * fetches next is told how many.
 */

import { boundEntry, type LogEntry, type LogText, sizeOf } from '@cay/core/logs/entry.ts'
import { LineBudget } from '@cay/core/logs/line-budget.ts'
import { EventRing } from '@cay/core/process/event-ring.ts'

export interface LogPage {
  readonly entries: readonly LogEntry[]
  /** The position at which the next page begins. */
  readonly cursor: string
  readonly hasMore: boolean
  /** Number of entries between the requested position and this page that are no longer kept. */
  readonly lostCount: number
}

/** A producer that may hold an incomplete entry. */
export interface LogSource {
  /** Called on each fetch: text that has been pending long enough becomes an entry. */
  flush(): void
}

const keptBytesMax = 1024 * 1024
/** Size limit of one page in bytes. */
const pageBytesMax = 256 * 1024

/** The budget of all output together: what a node that fetches every few seconds can take. */
const wholeBudget = {
  linesMax: 2000,
  bytesMax: 256 * 1024,
  linesPerSecond: 500,
  bytesPerSecond: 128 * 1024,
}

export class GuestLog {
  readonly budget = new LineBudget(wholeBudget)
  readonly #sources = new Set<LogSource>()
  readonly #nowMs: () => number
  #ring = newRing()
  #epoch: string

  /** `nowMs` returns milliseconds since 1970. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
    this.#epoch = this.#nextEpoch()
  }

  add(text: LogText): void {
    this.#ring.push({ ...boundEntry(text), atMs: this.#nowMs() })
  }

  /** While it is followed, a source is flushed on every fetch. */
  follow(source: LogSource): { stop: () => void } {
    this.#sources.add(source)
    return { stop: () => void this.#sources.delete(source) }
  }

  /** Returns entries after the cursor of an earlier page, or from the oldest entry on for any other text. */
  page(cursor: string): LogPage {
    for (const source of this.#sources) source.flush()
    const [epoch, number] = cursor.split('.')
    const after = epoch === this.#epoch && /^\d{1,15}$/.test(number ?? '') ? Number(number) : 0
    const { lostCount, events } = this.#ring.since(after)
    const fitting = countFitting(events.map(({ event }) => event))
    const last = events[fitting - 1]?.number ?? Math.min(Math.max(after, 0), this.#ring.lastNumber)
    return {
      entries: events.slice(0, fitting).map(({ event }) => event),
      cursor: `${this.#epoch}.${last}`,
      hasMore: fitting < events.length,
      lostCount,
    }
  }

  /** Called when the identity changes: entries of the previous sandbox must not be readable. */
  clear(): void {
    this.#ring = newRing()
    this.#epoch = this.#nextEpoch()
  }

  /** Distinguishes this ring from all earlier ones, including those of earlier daemon processes. */
  #nextEpoch(): string {
    return this.#nowMs().toString(36)
  }
}

function newRing(): EventRing<LogEntry> {
  return new EventRing<LogEntry>({ bytesMax: keptBytesMax, bytesOf: sizeOf })
}

/** Returns at least one entry if there is one, so that an oversized entry cannot block the log. */
function countFitting(entries: readonly LogEntry[]): number {
  let bytes = 0
  const tooMany = entries.findIndex((entry, index) => {
    bytes += sizeOf(entry)
    return bytes > pageBytesMax && index > 0
  })
  return tooMany < 0 ? entries.length : tooMany
}
