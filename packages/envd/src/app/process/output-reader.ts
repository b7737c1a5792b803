/**
 * One reader of a process's events, with its own bounded queue.
 *
 *            queue full, process paused            patience over
 *   following ───────────────────────────▶ behind ───────────────▶ dropping
 *       ▲                queue low            │        queue empty     │
 *       └─────────────────────────────────────┴──────◀─────────────────┘
 *
 * A reader that falls behind pauses the process (backpressure.ts). The process waits for a reader that reads
 * something now and then. A reader that reads nothing for ten seconds loses output until it has drained its queue,
 * and a marker in place of the lost output states how much was lost.
 */

import type { Numbered } from '@cay/core/process/event-ring.ts'
import type { ProcessEnd } from '@cay/core/process/exit-status.ts'
import type { OutputSource } from '../../ports/process.ts'
import { type Follower, patienceTicks } from './backpressure.ts'
import { OutputBudget } from './output-budget.ts'

export type ProcessEvent =
  | { readonly kind: 'output'; readonly source: OutputSource; readonly bytes: Uint8Array }
  | { readonly kind: 'end'; readonly end: ProcessEnd }

/** What a reader receives: numbered events of the process, and keepalives. */
export type ReaderEvent = (ProcessEvent & { readonly number: number }) | { readonly kind: 'keepalive' }

const queuedBytesLow = 512 * 1024
/** The estimated memory cost of an event besides its bytes. */
const eventOverheadBytes = 64

export function eventBytes(event: ProcessEvent): number {
  return (event.kind === 'output' ? event.bytes.length : 0) + eventOverheadBytes
}

export class OutputReader implements AsyncIterable<ReaderEvent>, Follower {
  readonly #onCaughtUp: () => void
  readonly #budget: OutputBudget
  #queue: ReaderEvent[] = []
  #queuedBytes = 0
  #isDropping = false
  #hasRead = false
  /** Number of consecutive half-second ticks in which the process waited and the reader read nothing. */
  #stillTicks = 0
  #lostBytes = 0
  #lastLost = 0
  #lastSource: OutputSource
  #isClosed = false
  #failure: { readonly error: unknown } | undefined
  #wake: (() => void) | undefined

  constructor(onCaughtUp: () => void, budget = new OutputBudget(), source: OutputSource = 'stderr') {
    this.#onCaughtUp = onCaughtUp
    this.#budget = budget
    this.#lastSource = source
  }

  get isBehind(): boolean {
    return !this.#isDropping && this.#queuedBytes > this.#budget.queuedBytesMax
  }

  /** If false, output is only counted. */
  get takesOutput(): boolean {
    return !this.#isDropping && !this.#isClosed
  }

  push({ event, number }: Numbered<ProcessEvent>): void {
    if (this.#isClosed) return
    if (event.kind === 'output') this.#pushOutput(event, number)
    else this.#finish(event, number)
  }

  /** Called for a reader that was disconnected: this many events before the first queued one are no longer kept. */
  reportLostEvents(count: number, lastNumber: number): void {
    const text = `\n[envd: ${count} pieces of output lost: the connection was cut for too long]\n`
    this.#queue.unshift(this.#counted({ ...this.#notice(text), number: lastNumber }))
    this.#wake?.()
  }

  /** No keepalive is queued for a reader that already has something to read. */
  keepAlive(): void {
    if (this.#isClosed || this.#queue.length > 0) return
    this.#queue.push({ kind: 'keepalive' })
    this.#wake?.()
  }

  /**
   * The process waits for a reader that reads, however slowly; any other reader loses output until it has drained its
   * queue.
   */
  heldUp(): void {
    this.#stillTicks = this.#hasRead ? 0 : this.#stillTicks + 1
    this.#hasRead = false
    this.#isDropping = this.#stillTicks >= patienceTicks
  }

  /** The reader receives the error and none of the queued events. */
  fail(error: unknown): void {
    this.#failure ??= { error }
    this.close()
  }

  /** The reader receives the queued events and then the end. */
  close(): void {
    this.#isClosed = true
    this.#wake?.()
  }

  async *[Symbol.asyncIterator](): AsyncIterator<ReaderEvent> {
    try {
      while (true) {
        // A failure takes precedence over queued events: a deadline is a deadline.
        if (this.#failure !== undefined) throw this.#failure.error
        const event = this.#take()
        if (event !== undefined) yield event
        else if (this.#isClosed) return
        else await new Promise<void>((resolve) => (this.#wake = resolve))
      }
    } finally {
      this.#isClosed = true
      this.#queue = []
      this.#hold(-this.#queuedBytes)
      this.#onCaughtUp()
    }
  }

  #pushOutput(event: ProcessEvent & { kind: 'output' }, number: number): void {
    this.#lastSource = event.source
    if (this.#isDropping) {
      this.#lostBytes += event.bytes.length
      this.#lastLost = number
      return
    }
    this.#queue.push(this.#counted({ ...event, number }))
    this.#wake?.()
  }

  #finish(event: ProcessEvent & { kind: 'end' }, number: number): void {
    if (this.#lostBytes > 0) this.#queue.push(this.#counted(this.#marker()))
    this.#queue.push({ ...event, number })
    this.close()
  }

  #take(): ReaderEvent | undefined {
    const event = this.#queue.shift()
    this.#hasRead = true
    if (event?.kind === 'output') this.#hold(-eventBytes(event))
    if (this.#queuedBytes <= queuedBytesLow) this.#onCaughtUp()
    if (event !== undefined || !this.#isDropping || this.#isClosed) return event
    this.#isDropping = false
    return this.#lostBytes > 0 ? this.#marker() : undefined
  }

  #counted<T extends ProcessEvent>(event: T): T {
    this.#hold(eventBytes(event))
    return event
  }

  #hold(bytes: number): void {
    this.#queuedBytes += bytes
    this.#budget.take(bytes)
  }

  #marker(): ProcessEvent & { readonly number: number } {
    const text = `\n[envd: ${this.#lostBytes} bytes of output lost: the reader was too slow]\n`
    this.#lostBytes = 0
    return { ...this.#notice(text), number: this.#lastLost }
  }

  /** The notice goes to standard error, or to the terminal, because no other channel is shown by every client. */
  #notice(text: string): ProcessEvent {
    const source = this.#lastSource === 'pty' ? 'pty' : 'stderr'
    return { kind: 'output', source, bytes: new TextEncoder().encode(text) }
  }
}
