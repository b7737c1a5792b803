/** Logs in memory, and daemons that answer with what a test had them gather. */
import type { LogEntry } from '@cay/core/logs/entry.ts'
import type { GuestLogPage } from '@cay/core/logs/guest-page.ts'
import { type LogPage, type LogQuery, PageMaker } from '@cay/core/logs/query.ts'
import { emptyLog, type NumberedEntry, numberEntries } from '@cay/core/logs/stamp.ts'
import type { Clock } from '../ports/host.ts'
import type { GuestAddress, GuestLogs, LogBatch, LogStore } from '../ports/observe.ts'

export class SimulatedLogStore implements LogStore {
  readonly logs = new Map<string, NumberedEntry[]>()
  readonly #cursors = new Map<string, string>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async append(sandboxId: string, { entries, guestCursor }: LogBatch): Promise<void> {
    const log = this.logs.get(sandboxId) ?? []
    log.push(...numberEntries(log.at(-1) ?? emptyLog, entries, this.#clock.nowMs()))
    this.logs.set(sandboxId, log)
    if (guestCursor !== undefined) this.#cursors.set(sandboxId, guestCursor)
  }

  async guestCursor(sandboxId: string): Promise<string> {
    return this.#cursors.get(sandboxId) ?? ''
  }

  async read(sandboxId: string, query: LogQuery): Promise<LogPage> {
    const maker = new PageMaker(query)
    const log = this.logs.get(sandboxId) ?? []
    for (const entry of query.direction === 'forward' ? log : log.toReversed()) maker.offer(entry)
    return maker.page(!maker.isFull)
  }

  async sweep(): Promise<void> {
    this.logs.clear()
  }
}

/** Lines that daemons have gathered, by address; each page has at most two of them. */
export class SimulatedGuestLogs implements GuestLogs {
  readonly lines = new Map<string, string[]>()
  /** In their order: who was asked. */
  readonly asked: string[] = []
  lostCount = 0
  #held: { readonly asked: () => void; readonly released: Promise<void> } | undefined

  /** The daemon that is asked next answers, with what it had when it was asked, after the release. */
  holdNext(): { readonly asked: Promise<void>; readonly release: () => void } {
    const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    this.#held = { asked: asked.resolve, released: released.promise }
    return { asked: asked.promise, release: released.resolve }
  }

  async page({ address }: GuestAddress, cursor: string): Promise<GuestLogPage> {
    this.asked.push(address)
    const lines = this.lines.get(address) ?? []
    const from = Number(cursor || 0)
    const entries = lines.slice(from, from + 2).map(entryOf)
    const next = from + entries.length
    const lostCount = this.lostCount
    this.lostCount = 0
    const page = { entries, cursor: String(next), hasMore: next < lines.length, lostCount }
    const held = this.#held
    this.#held = undefined
    held?.asked()
    await held?.released
    return page
  }
}

function entryOf(message: string): LogEntry {
  return { atMs: 0, level: 'info', message, fields: { logger: 'process' } }
}
