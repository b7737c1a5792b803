/**
 * The log of a build: lines with their phase, bounded in number and size. Lines over the bounds are dropped, and one line says
 * so.
 */
import type { LogLevel } from '@cay/core/logs/entry.ts'
import type { LogEntry, Phase } from '../../ports/build-spec.ts'

const entriesMax = 20_000
/** Characters of all messages together. */
const charactersMax = 8 * 1024 * 1024
/** Characters of one message; a longer line is truncated. */
const messageLengthMax = 8 * 1024
/** Entries that are reserved for the end of the build. */
const reservedEntries = 100

export class Journal {
  readonly #nowMs: () => number
  readonly #entries: LogEntry[] = []
  #characters = 0
  #leftOut = 0
  readonly #waiting = new Set<() => void>()
  phase: Phase = ''

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  get entries(): readonly LogEntry[] {
    return this.#entries
  }

  /** Whether the output of commands is dropped from now on. */
  get isFull(): boolean {
    return this.#entries.length >= entriesMax - reservedEntries || this.#characters >= charactersMax
  }

  /** Logs a line of a command, which is dropped when there are too many. */
  readonly say = (level: LogLevel, message: string): void => {
    if (this.isFull) this.leaveOut()
    else this.#add(level, message)
  }

  /** Logs once that output was dropped. */
  leaveOut(): void {
    if (this.#leftOut++ === 0) this.#add('warn', 'too much output: the rest of it is not kept')
  }

  /** Logs a line of the build itself, which is kept whatever commands have written. */
  readonly note = (level: LogLevel, message: string): void => {
    if (this.#entries.length < entriesMax) this.#add(level, message)
  }

  /** Resolves when there are more than `count` entries, or on `wake`. */
  async after(count: number, signal: AbortSignal): Promise<void> {
    if (this.#entries.length > count || signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.add(resolve)
    const onAbort = () => resolve()
    signal.addEventListener('abort', onAbort)
    await promise
    signal.removeEventListener('abort', onAbort)
    this.#waiting.delete(resolve)
  }

  #add(level: LogLevel, message: string): void {
    const cut = message.length > messageLengthMax ? `${message.slice(0, messageLengthMax)}…` : message
    this.#characters += cut.length
    this.#entries.push({ timestampMs: this.#nowMs(), level, message: cut, phase: this.phase })
    this.wake()
  }

  /** Wakes those that wait for an entry. */
  wake(): void {
    for (const resolve of this.#waiting) resolve()
  }
}
