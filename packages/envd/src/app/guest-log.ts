/**
 * The log of the sandbox until the node fetches it: lines that processes wrote, their starts and ends, and what they have
 * reported to the helper. Within a bound: of more the oldest go, and whoever asks for them is told how many.
 */

import { boundEntry, type LogEntry, type LogText, sizeOf } from '@cay/core/logs/entry.ts'
import { LineBudget } from '@cay/core/logs/line-budget.ts'
import { EventRing } from '@cay/core/process/event-ring.ts'

export interface LogPage {
  readonly entries: readonly LogEntry[]
  /** Where the next page begins. */
  readonly cursor: string
  readonly hasMore: boolean
  /** Entries between the place asked for and the page that are no longer kept. */
  readonly lostCount: number
}

/** Something that keeps what is not a whole entry yet. */
export interface LogSource {
  /** Somebody fetches: what has waited long enough becomes an entry. */
  flush(): void
}

const keptBytesMax = 1024 * 1024
/** Of one page. */
const pageBytesMax = 256 * 1024

/** Of all output together: what a node that fetches every few seconds finds room for. */
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

  /** `nowMs`: since 1970. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
    this.#epoch = this.#nextEpoch()
  }

  add(text: LogText): void {
    this.#ring.push({ ...boundEntry(text), atMs: this.#nowMs() })
  }

  /** As long as it is followed, a source is told of every fetch. */
  follow(source: LogSource): { stop: () => void } {
    this.#sources.add(source)
    return { stop: () => void this.#sources.delete(source) }
  }

  /** From a cursor of an earlier page on; from the oldest entry for any other text. */
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

  /** For another identity: nothing of the former one is to be read. */
  clear(): void {
    this.#ring = newRing()
    this.#epoch = this.#nextEpoch()
  }

  /** Tells this ring from all that were before it, also those of daemons before this one. */
  #nextEpoch(): string {
    return this.#nowMs().toString(36)
  }
}

function newRing(): EventRing<LogEntry> {
  return new EventRing<LogEntry>({ bytesMax: keptBytesMax, bytesOf: sizeOf })
}

/** At least one when there is one. */
function countFitting(entries: readonly LogEntry[]): number {
  let bytes = 0
  const tooMany = entries.findIndex((entry, index) => {
    bytes += sizeOf(entry)
    return bytes > pageBytesMax && index > 0
  })
  return tooMany < 0 ? entries.length : tooMany
}
