/** The processes that were started through the daemon and, for a limited time, those that have ended. */

import { limits } from '@cay/contract/limits.ts'
import { ServiceError } from '@cay/core/errors.ts'
import type { RunningProcess } from './running-process.ts'

export interface ProcessRecord {
  readonly pid: number
  readonly tag: string | undefined
  readonly command: string
  readonly args: readonly string[]
  /** As the request stated them. */
  readonly envs: Readonly<Record<string, string>>
  readonly cwd: string | undefined
  readonly isTerminal: boolean
  readonly process: RunningProcess
  /** Estimated memory that the fields above take in a list. */
  readonly heldBytes: number
}

export type Selector =
  | { readonly kind: 'pid'; readonly pid: number }
  | { readonly kind: 'tag'; readonly tag: string }

/** Limit of the arguments and variables of all live processes, in bytes. */
const heldBytesMax = 32 * 1024 * 1024
/** Ended processes are kept for the retention time, but never more than this many. */
const endedRecordsMax = 1024
/** Of the ended processes, only this many of the most recent keep their output. */
const endedWithOutputMax = 32

export class ProcessRegistry {
  readonly #nowMs: () => number
  readonly #live = new Map<number, ProcessRecord>()
  #heldBytes = 0
  readonly #ended: { readonly record: ProcessRecord; readonly atMs: number }[] = []

  /** `nowMs` is a monotonic clock in milliseconds. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** Memory held by the arguments and variables of live processes. */
  get heldBytes(): number {
    return this.#heldBytes
  }

  /**
   * Throws `rate_limited` if the arguments and variables of live processes, which a list returns, hold too much
   * memory.
   */
  assertRoomFor(heldBytes: number): void {
    if (this.#heldBytes + heldBytes <= heldBytesMax) return
    throw new ServiceError('rate_limited', 'the arguments of running processes exceed their memory limit')
  }

  add(record: ProcessRecord): void {
    this.#live.set(record.pid, record)
    this.#heldBytes += record.heldBytes
  }

  /** Called when the end of the process has been reported. */
  retire(record: ProcessRecord): void {
    if (this.#live.get(record.pid) === record) this.#live.delete(record.pid)
    this.#heldBytes -= record.heldBytes
    // An ended process no longer appears in lists, and its arguments and variables may be megabytes.
    this.#ended.push({ record: { ...record, args: [], envs: {} }, atMs: this.#nowMs() })
    this.#dropOld()
    this.#ended.at(-1 - endedWithOutputMax)?.record.process.forgetOutput()
  }

  live(): ProcessRecord[] {
    return [...this.#live.values()]
  }

  /** Throws `not_found`. If several processes have the same tag, the newest is returned. */
  findLive(selector: Selector): ProcessRecord {
    const found = newest(this.live(), selector)
    if (found === undefined) throw notFound(selector)
    return found
  }

  /** Searches live processes first, then recently ended ones. Throws `not_found`. */
  findRecent(selector: Selector): ProcessRecord {
    this.#dropOld()
    const ended = this.#ended.map(({ record }) => record)
    const found = newest(this.live(), selector) ?? newest(ended, selector)
    if (found === undefined) throw notFound(selector)
    return found
  }

  #dropOld(): void {
    const oldest = this.#nowMs() - limits.exitedProcessRetentionMs
    // Records are in order of their end, so the expired ones are a prefix. Building a new list for each end was an
    // eighth of what a start allocates.
    let gone = Math.max(0, this.#ended.length - endedRecordsMax)
    while ((this.#ended[gone]?.atMs ?? oldest) < oldest) gone += 1
    if (gone > 0) this.#ended.splice(0, gone)
  }
}

function newest(records: readonly ProcessRecord[], selector: Selector): ProcessRecord | undefined {
  return records.findLast((record) =>
    selector.kind === 'pid' ? record.pid === selector.pid : record.tag === selector.tag,
  )
}

function notFound(selector: Selector): ServiceError {
  const what = selector.kind === 'pid' ? `pid ${selector.pid}` : `tag ${selector.tag}`
  return new ServiceError('not_found', `process with ${what} not found`)
}
