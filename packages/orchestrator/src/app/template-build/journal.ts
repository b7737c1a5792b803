/**
 * What a build tells whoever ordered it: lines with the phase they belong to, bounded in number and size. What is over the
 * bounds is counted, not kept, and said once.
 */
import type { LogLevel } from '@cay/core/logs/entry.ts'
import type { LogEntry, Phase } from '../../ports/build-spec.ts'

const entriesMax = 20_000
/** Characters of all messages together. */
const charactersMax = 8 * 1024 * 1024
/** Characters of one message; a longer line is cut. */
const messageLengthMax = 8 * 1024
/** Kept free for what a build says at its end. */
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

  /** Whether nothing more that commands say is kept. */
  get isFull(): boolean {
    return this.#entries.length >= entriesMax - reservedEntries || this.#characters >= charactersMax
  }

  /** Lines of commands: the first to go when there are too many. */
  readonly say = (level: LogLevel, message: string): void => {
    if (this.isFull) this.leaveOut()
    else this.#add(level, message)
  }

  /** Something was said that is not kept. */
  leaveOut(): void {
    if (this.#leftOut++ === 0) this.#add('warn', 'too much output: the rest of it is not kept')
  }

  /** What the build itself says: kept whatever commands have written. */
  readonly note = (level: LogLevel, message: string): void => {
    if (this.#entries.length < entriesMax) this.#add(level, message)
  }

  /** Resolves when there is an entry after these, or somebody was to be woken; at once if there is one. */
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

  /** For whoever waits for an entry, also when none came. */
  wake(): void {
    for (const resolve of this.#waiting) resolve()
  }
}
