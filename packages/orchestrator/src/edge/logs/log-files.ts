/**
 * The logs of sandboxes in files. A batch is one write, so it is appended completely or not at all. The oldest segments of a
 * log over its limit are removed, and a sweep removes what is expired or over the total limit.
 */

import { cursorText, entryText, numberOf, parseCursorText, parseEntryText } from '@cay/core/logs/log-lines.ts'
import { type LogPage, type LogQuery, PageMaker } from '@cay/core/logs/query.ts'
import {
  countSurplus,
  decideRemovals,
  type Segment,
  type SegmentBounds,
  type StoredLog,
  segmentsFor,
} from '@cay/core/logs/segments.ts'
import { emptyLog, type LogPosition, type NumberedEntry, numberEntries } from '@cay/core/logs/stamp.ts'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import { joinParts, partAfter, wholePart } from '../../dialect/logs/segment-parts.ts'
import type { Clock } from '../../ports/host.ts'
import type { LogBatch, LogStore } from '../../ports/observe.ts'
import type { NewSegment, SegmentQuery, SegmentSource } from '../../ports/segments.ts'
import { SegmentFiles } from './segment-files.ts'

const segmentBytesMax = 512 * 1024
/** Bytes of files that one page is read from; the reader continues with the cursor. */
const readBytesMax = 4 * 1024 * 1024
/** Number of logs whose end is cached; the end of another is read from its files. */
const openLogsMax = 1024

interface OpenLog {
  readonly segments: readonly Segment[]
  readonly last: LogPosition
  readonly guestCursor: string
}

export interface LogFilesOptions {
  readonly directory: string
  readonly bounds: SegmentBounds
  readonly clock: Clock
}

export class LogFiles implements LogStore, SegmentSource {
  readonly stream = 'log'
  readonly #bounds: SegmentBounds
  readonly #clock: Clock
  readonly #files: SegmentFiles
  /** Serializes the writes of each log; readers are not blocked. */
  readonly #turns = new SerialQueue()
  readonly #open = new Map<string, OpenLog>()
  /** Undefined before the first question for it. */
  #changed: Set<string> | undefined

  constructor({ directory, bounds, clock }: LogFilesOptions) {
    this.#bounds = bounds
    this.#clock = clock
    this.#files = new SegmentFiles(directory)
  }

  append(sandboxId: string, batch: LogBatch): Promise<void> {
    return this.#turns.run(sandboxId, async () => {
      const log = await this.#opened(sandboxId)
      // Opened again after a failure, because the content of the files is unknown then.
      this.#open.delete(sandboxId)
      this.#remember(sandboxId, await this.#write(sandboxId, log, batch))
      this.#changed?.add(sandboxId)
    })
  }

  async guestCursor(sandboxId: string): Promise<string> {
    return (await this.#turns.run(sandboxId, () => this.#opened(sandboxId))).guestCursor
  }

  async read(sandboxId: string, query: LogQuery): Promise<LogPage> {
    const { segments } = await this.#turns.run(sandboxId, () => this.#opened(sandboxId))
    const maker = new PageMaker(query)
    let bytes = 0
    for (const segment of segmentsFor(segments, query)) {
      if (maker.isFull || bytes >= readBytesMax) return maker.page(false)
      bytes += segment.bytes
      for (const entry of entriesOf(await this.#files.text(sandboxId, segment), query)) {
        if (maker.isFull) break
        maker.offer(entry)
      }
    }
    return maker.page(true)
  }

  /** Whether there is anything of it. */
  async has(sandboxId: string): Promise<boolean> {
    return (await this.#turns.run(sandboxId, () => this.#opened(sandboxId))).segments.length > 0
  }

  /** Writes a log that was stored in parts, unless there is one that goes as far: that of an earlier time on this node may not. */
  restore(sandboxId: string, texts: readonly string[]): Promise<void> {
    return this.#turns.run(sandboxId, async () => {
      const { segments, last } = await this.#opened(sandboxId)
      const stored = joinParts(texts, segmentBytesMax)
      const { lastNumber = 0 } = wholePart(stored.at(-1)?.text ?? '') ?? {}
      if (segments.length > 0 && last.number >= lastNumber) return
      await this.#files.restore(sandboxId, stored)
      this.#open.delete(sandboxId)
    })
  }

  async takeChanged(): Promise<Iterable<string>> {
    const changed = this.#changed ?? (await this.#files.sandboxIds())
    this.#changed = new Set()
    return changed
  }

  /** A segment that is full, or that nothing of is stored, is one as it is; of the newest one only what is new. */
  async segmentsAfter(sandboxId: string, { after, isMerged }: SegmentQuery): Promise<readonly NewSegment[]> {
    const { segments } = await this.#turns.run(sandboxId, () => this.#opened(sandboxId))
    const found: NewSegment[] = []
    for (const [index, segment] of segments.entries()) {
      const next = segments[index + 1]
      if (next !== undefined && next.firstNumber - 1 <= after) continue
      const isWhole = isMerged || next !== undefined || segment.firstNumber > after
      const text = await this.#files.text(sandboxId, segment)
      const part = isWhole ? wholePart(text) : partAfter(text, after)
      if (part === undefined) continue
      const { firstNumber, lastNumber } = part
      found.push({
        ...{ sandboxId, stream: this.stream, firstNumber, lastNumber, text: part.text },
        expiresAtMs: part.lastAtMs + this.#bounds.keptMs,
        ...(isWhole ? { replacesFrom: firstNumber, keptFrom: segments[0]?.firstNumber ?? 0 } : {}),
      })
    }
    return found
  }

  async sweep(): Promise<void> {
    const logs: StoredLog[] = []
    for (const id of await this.#files.sandboxIds())
      logs.push(await this.#turns.run(id, () => this.#files.describe(id)))
    const removals = decideRemovals(logs, this.#bounds, this.#clock.nowMs())
    for (const { sandboxId, count } of removals)
      await this.#turns.run(sandboxId, () => this.#removeOldest(sandboxId, count))
  }

  async #write(sandboxId: string, log: OpenLog, { entries, guestCursor }: LogBatch): Promise<OpenLog> {
    const numbered = numberEntries(log.last, entries, this.#clock.nowMs())
    const text = numbered.map(entryText).join('') + (guestCursor === undefined ? '' : cursorText(guestCursor))
    const newest = log.segments.at(-1)
    const hasRoom = newest !== undefined && newest.bytes + Buffer.byteLength(text) <= segmentBytesMax
    const segments = hasRoom
      ? [...log.segments.slice(0, -1), await this.#files.append(sandboxId, newest, text)]
      : [...log.segments, await this.#begin(sandboxId, { log, first: numbered[0], text })]
    const surplus = countSurplus(segments, this.#bounds.sandboxBytesMax)
    await this.#files.remove(sandboxId, segments.slice(0, surplus))
    return {
      segments: segments.slice(surplus),
      last: numbered.at(-1) ?? log.last,
      guestCursor: guestCursor ?? log.guestCursor,
    }
  }

  /** Begins a segment with the cursor of the daemon's log, because earlier segments may be removed. */
  #begin(
    sandboxId: string,
    { log, first, text }: { log: OpenLog; first: LogPosition | undefined; text: string },
  ): Promise<Segment> {
    const { number: firstNumber, atMs: firstAtMs } = first ?? { ...log.last, number: log.last.number + 1 }
    const head = log.guestCursor === '' ? '' : cursorText(log.guestCursor)
    return this.#files.append(sandboxId, { firstNumber, firstAtMs, bytes: 0 }, head + text)
  }

  /** Keeps the numbers of a running sandbox growing. */
  async #removeOldest(sandboxId: string, count: number): Promise<void> {
    const log = await this.#opened(sandboxId)
    if (count >= log.segments.length) await this.#files.removeDirectory(sandboxId)
    else await this.#files.remove(sandboxId, log.segments.slice(0, count))
    if (this.#open.has(sandboxId)) this.#remember(sandboxId, { ...log, segments: log.segments.slice(count) })
  }

  async #opened(sandboxId: string): Promise<OpenLog> {
    const known = this.#open.get(sandboxId)
    if (known !== undefined) return known
    const segments = await this.#files.list(sandboxId)
    const newest = segments.at(-1)
    if (newest === undefined) return { segments, last: emptyLog, guestCursor: '' }
    const lines = (await this.#files.text(sandboxId, newest)).split('\n')
    const last = parseEntryText(lines.findLast((line) => numberOf(line) !== undefined) ?? '')
    const cursor = parseCursorText(lines.findLast((line) => parseCursorText(line) !== undefined) ?? '')
    const { firstNumber, firstAtMs } = newest
    const log = {
      segments,
      last: last ?? { number: firstNumber - 1, atMs: firstAtMs },
      guestCursor: cursor ?? '',
    }
    this.#remember(sandboxId, log)
    return log
  }

  #remember(sandboxId: string, log: OpenLog): void {
    this.#open.delete(sandboxId)
    this.#open.set(sandboxId, log)
    const [oldest] = this.#open.keys()
    if (this.#open.size > openLogsMax && oldest !== undefined) this.#open.delete(oldest)
  }
}

/** Parses the entries behind the cursor of the query, in its direction, one by one. */
function* entriesOf(text: string, { direction, after }: LogQuery): Generator<NumberedEntry> {
  const lines = text.split('\n')
  if (direction === 'backward') lines.reverse()
  for (const line of lines) {
    const number = numberOf(line)
    if (number === undefined) continue
    const isPassed =
      direction === 'forward' ? number <= (after?.number ?? 0) : number >= (after?.number ?? Infinity)
    const entry = isPassed ? undefined : parseEntryText(line)
    if (entry !== undefined) yield entry
  }
}
