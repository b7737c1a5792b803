/**
 * Collects the logs of the node's sandboxes. It polls the daemons of sandboxes that are awake, often while there are new lines
 * and rarely while there are none, and adds the lines of the node itself. A verb that stops a sandbox fetches the last lines
 * with `flushLogs`. Log collection neither delays nor fails a verb.
 */
import type { LogEntry, LogText } from '@cay/core/logs/entry.ts'
import { type FetchPace, firstPace, nextPace } from '@cay/core/logs/fetch-pace.ts'
import type { LogPage, LogQuery } from '@cay/core/logs/query.ts'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import { TimeShares } from '@cay/kit/flow/time-shares.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { Clock } from '../../ports/host.ts'
import type { GuestLogs, LogStore } from '../../ports/observe.ts'
import type { LiveRecord, SandboxRegistry } from '../sandbox/sandbox-registry.ts'

/** Milliseconds between polls. */
export const logPollEveryMs = 500
/** Maximum number of daemons that are polled concurrently, besides those that a reader waits for. Slow ones wait for the others. */
const fetchesMax = 4
/** Pages of one daemon in one fetch: more than it buffers. */
const pagesMax = 8
/** Milliseconds for all pages of a fetch. */
const fetchMsMax = 2_000
/** Milliseconds that a reader waits at most for the newest lines. */
const refreshMsMax = 2_000

export interface LogCollectorParts {
  readonly store: LogStore
  readonly guestLogs: GuestLogs
  readonly registry: SandboxRegistry
  readonly clock: Clock
  readonly log: Logger
}

export class LogCollector {
  readonly #parts: LogCollectorParts
  readonly #paces = new Map<string, FetchPace>()
  /** Fetches that readers wait for and that have not begun: they get what was written before. */
  readonly #nextFetches = new Map<string, Promise<boolean>>()
  readonly #fetches = new SerialQueue()
  readonly #slots = new TimeShares(fetchesMax)
  /** Addresses with queries in progress, and how many. */
  readonly #asked = new Map<string, number>()
  readonly #underWay = new Set<Promise<void>>()

  constructor(parts: LogCollectorParts) {
    this.#parts = parts
  }

  /** Starts to fetch the logs that are due. */
  poll(): void {
    const { registry, clock } = this.#parts
    const awake = registry.runningViews().filter(({ frozen }) => !frozen)
    this.#forgetAllBut(new Set(awake.map(({ record }) => record.claim.sandboxId)))
    for (const { record } of awake) {
      const { sandboxId } = record.claim
      const pace = this.#paces.get(sandboxId) ?? firstPace(clock.nowMs())
      this.#paces.set(sandboxId, pace)
      if (pace.dueAtMs > clock.nowMs()) continue
      // It is not due again before the response.
      this.#paces.set(sandboxId, { ...pace, dueAtMs: Number.POSITIVE_INFINITY })
      this.#track(this.#slots.run(sandboxId, () => this.#fetchAndPace(record)))
    }
  }

  /** Appends lines about a sandbox in the background, in the order of the calls. */
  add(sandboxId: string, lines: readonly (LogText & { readonly atMs?: number })[]): void {
    const nowMs = this.#parts.clock.nowMs()
    const entries = lines.map((line): LogEntry => ({ ...line, atMs: line.atMs ?? nowMs }))
    this.#track(
      this.#parts.store
        .append(sandboxId, { entries })
        .catch((error: unknown) =>
          this.#parts.log.warn(
            { event: 'sandbox_log.write.failed', sandboxID: sandboxId, err: error },
            'failed to write lines of a sandbox log; they are lost',
          ),
        ),
    )
  }

  /**
   * Resolves with a page of the log, as new as possible without waking the sandbox. Throws `request_invalid` for a bad cursor.
   */
  async read(sandboxId: string, query: LogQuery): Promise<LogPage> {
    const isNewest = query.direction === 'forward' || query.after === undefined
    if (isNewest) await this.#refresh(sandboxId)
    return await this.#parts.store.read(sandboxId, query)
  }

  /** Whether an entry contains this text. */
  async has(sandboxId: string, search: string): Promise<boolean> {
    const { entries } = await this.#parts.store.read(sandboxId, { direction: 'backward', limit: 1, search })
    return entries.length > 0
  }

  /** Fetches the last lines of its daemon. False: it did not respond within the timeout. Never rejects. */
  async fetchLast(record: LiveRecord, timeoutMs: number): Promise<boolean> {
    const error = await this.#fetch(record, timeoutMs).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (error === undefined) return true
    const { sandboxId } = record.claim
    const why = error instanceof Error ? error.message : String(error)
    this.#parts.log.warn(
      { event: 'sandbox_log.fetch.failed', sandboxID: sandboxId, why },
      'failed to fetch the last lines of a sandbox log',
    )
    return false
  }

  /** Whether the node itself has a connection to this address, which is no use of the sandbox. */
  isQuerying(address: string): boolean {
    return this.#asked.has(address)
  }

  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  async #refresh(sandboxId: string): Promise<void> {
    const record = this.#parts.registry.find(sandboxId)
    if (record !== undefined && this.#isAwake(sandboxId)) await this.#fetchForReaders(record)
  }

  #isAwake(sandboxId: string): boolean {
    const { registry } = this.#parts
    return registry.view(sandboxId)?.phase === 'running' && !registry.isFrozen(sandboxId)
  }

  /** Readers share a fetch that begins after all of them have come: a command that is over is in what they read. */
  #fetchForReaders(record: LiveRecord): Promise<boolean> {
    const { sandboxId } = record.claim
    const next = this.#nextFetches.get(sandboxId)
    if (next !== undefined) return next
    const begin = async () => {
      this.#nextFetches.delete(sandboxId)
      return this.#isAwake(sandboxId) && (await this.#fetchAll(record, refreshMsMax))
    }
    const fetch = this.#orLater(record, this.#fetches.run(sandboxId, begin))
    this.#nextFetches.set(sandboxId, fetch)
    return fetch
  }

  async #fetchAndPace(record: LiveRecord): Promise<void> {
    const { sandboxId } = record.claim
    const { clock } = this.#parts
    const foundSomething =
      this.#isAwake(sandboxId) && (await this.#orLater(record, this.#fetch(record, fetchMsMax)))
    const pace = this.#paces.get(sandboxId)
    if (pace !== undefined) this.#paces.set(sandboxId, nextPace(pace, foundSomething, clock.nowMs()))
  }

  /** A daemon that does not respond is polled again. Never rejects. */
  async #orLater(record: LiveRecord, fetch: Promise<boolean>): Promise<boolean> {
    try {
      return await fetch
    } catch (error) {
      this.#parts.log.debug(
        { event: 'sandbox_log.fetch.deferred', sandboxID: record.claim.sandboxId, err: error },
        'failed to fetch a sandbox log; retried',
      )
      return false
    }
  }

  #fetch(record: LiveRecord, timeoutMs: number): Promise<boolean> {
    return this.#fetches.run(record.claim.sandboxId, () => this.#fetchAll(record, timeoutMs))
  }

  /**
   * Resolves with whether there were lines. A sandbox that ends meanwhile is asked no more: its address will be another one's, whose
   * lines are not for its log, and which must not get its token.
   */
  async #fetchAll({ claim, container, controlToken }: LiveRecord, timeoutMs: number): Promise<boolean> {
    const { store, guestLogs, clock, registry } = this.#parts
    const deadline = performance.now() + timeoutMs
    const { sandboxId } = claim
    const guest = { address: container.slot.address, controlToken }
    let foundSomething = false
    for (let count = 0; count < pagesMax; count++) {
      const cursor = await store.guestCursor(sandboxId)
      const leftMs = Math.ceil(deadline - performance.now())
      if (leftMs <= 0 || registry.find(sandboxId)?.container.id !== container.id) break
      const page = await this.#asking(guest.address, () => guestLogs.page(guest, cursor, leftMs))
      const lost = page.lostCount === 0 ? [] : [lostEntry(page.lostCount, clock.nowMs())]
      const entries = [...lost, ...page.entries]
      if (entries.length > 0) await store.append(sandboxId, { entries, guestCursor: page.cursor })
      foundSomething ||= entries.length > 0
      if (!page.hasMore) break
    }
    return foundSomething
  }

  async #asking<T>(address: string, ask: () => Promise<T>): Promise<T> {
    this.#asked.set(address, (this.#asked.get(address) ?? 0) + 1)
    try {
      return await ask()
    } finally {
      const left = (this.#asked.get(address) ?? 1) - 1
      if (left > 0) this.#asked.set(address, left)
      else this.#asked.delete(address)
    }
  }

  #forgetAllBut(awake: ReadonlySet<string>): void {
    for (const sandboxId of this.#paces.keys()) if (!awake.has(sandboxId)) this.#paces.delete(sandboxId)
  }

  #track(work: Promise<void>): void {
    this.#underWay.add(work)
    void work.finally(() => this.#underWay.delete(work))
  }
}

function lostEntry(count: number, atMs: number): LogEntry {
  const message = `[node: ${count} lines are not in this log: there were too many to fetch]`
  return { atMs, level: 'warn', message, fields: { logger: 'node', lostLines: String(count) } }
}
