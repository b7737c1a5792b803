/**
 * One process that was started through the daemon. Its end is reported once, after its last output, and only when the
 * process has been reaped. If other processes hold its output open, the end waits for them, unless a caller killed
 * the process on purpose.
 */

import { limits } from '@cay/contract/limits.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { EventRing, type Numbered } from '@cay/core/process/event-ring.ts'
import type { ProcessEnd } from '@cay/core/process/exit-status.ts'
import type { RingBudget } from '@cay/core/process/ring-budget.ts'
import type { OutputSource, ProcessListener, StartedProcess } from '../../ports/process.ts'
import { afterAwake } from '../streams/awake-timer.ts'
import type { ResumableStreams } from '../streams/resumable-streams.ts'
import { Backpressure } from './backpressure.ts'
import type { OutputBudget } from './output-budget.ts'
import { eventBytes, OutputReader, type ProcessEvent } from './output-reader.ts'
import { ProcessStream, type ResumedReader, type StreamedProcess } from './process-stream.ts'

/** Bytes of recent events kept per process while a named stream may need them again. */
export const keptBytesMax = 4 * 1024 * 1024
/** Bytes of recent events that one who connects later gets, of a process that keeps them for that. */
export const replayedBytesMax = 256 * 1024
/** Time after a kill in which output that is already written may still arrive, in milliseconds. */
const drainAfterKillMs = 100
/** How long the end and the events before it are kept for streams that were cut. */
const keptAfterEnd = { tickMs: 5000, ticks: limits.exitedProcessRetentionMs / 5000 }

export interface ProcessDeps {
  readonly streams: ResumableStreams
  /** The budget for kept events of all processes together. */
  readonly ringBudget: RingBudget
  readonly outputBudget: OutputBudget
  readonly onEnd: () => void
}

export class RunningProcess implements ProcessListener, StreamedProcess {
  readonly #deps: ProcessDeps
  readonly #ring: EventRing<ProcessEvent>
  readonly #readers = new Set<OutputReader>()
  readonly #streams = new Set<ProcessStream>()
  readonly #backpressure = new Backpressure(() => [...this.#readers, ...this.#streams])
  #source: OutputSource = 'stderr'
  #started: StartedProcess | undefined
  #isDrained = false
  #reaped: ProcessEnd | undefined
  #wasKilled = false
  #end: ProcessEnd | undefined
  #stopKeeping: () => void = () => undefined
  #keepsOutput = false

  constructor(deps: ProcessDeps) {
    this.#deps = deps
    this.#ring = new EventRing({ bytesMax: keptBytesMax, bytesOf: eventBytes, budget: deps.ringBudget })
    this.#ring.setKeeping(false)
  }

  attach(started: StartedProcess): void {
    this.#started = started
  }

  get started(): StartedProcess {
    if (this.#started === undefined) throw new Error('the process is not started yet')
    return this.#started
  }

  get hasEnded(): boolean {
    return this.#end !== undefined
  }

  read(): OutputReader {
    return this.#viewAfter(this.#lastBeforeLive).reader
  }

  /** Recent output is kept from now on, also while nobody reads it. */
  keepOutput(): void {
    this.#keepsOutput = true
    this.#ring.setKeeping(true)
  }

  /** The event after which a reader begins that is to get the output that was kept, and how many events that are. */
  get recentOutput(): { readonly after: number; readonly count: number } {
    const after = Math.min(this.#ring.beforeRecent(replayedBytesMax), this.#lastBeforeLive)
    return { after, count: this.#lastBeforeLive - after }
  }

  readAfter(number: number): OutputReader {
    return this.#viewAfter(number).reader
  }

  /** Creates a resumable stream of live events that has no reader yet; with `after`, it begins after that event. */
  openStream(
    name: string,
    { deadlineAtMs, after }: { readonly deadlineAtMs: number | undefined; readonly after?: number },
  ): ProcessStream {
    const last = after ?? this.#lastBeforeLive
    const stream = new ProcessStream({ name, pid: this.started.pid, process: this, deadlineAtMs, last })
    this.#streams.add(stream)
    this.#ring.setKeeping(true)
    this.#deps.streams.add(stream)
    return stream
  }

  readStream(stream: ProcessStream, frames: number): ResumedReader | undefined {
    const last = frames > stream.position.frames ? undefined : stream.position.goBackTo(frames)
    if (last === undefined) return undefined
    if (stream.reader !== undefined) {
      stream.reader.fail(new ServiceError('conflict', 'the stream was resumed by another connection'))
      this.#readers.delete(stream.reader)
    }
    const view = this.#viewAfter(last)
    stream.readBy(view.reader)
    this.#backpressure.resumeIfCaughtUp()
    return view
  }

  /** Returns the named stream of this process if it has no reader. */
  cutStreamOf(name: string): ProcessStream | undefined {
    return [...this.#streams].find((stream) => stream.name === name && stream.reader === undefined)
  }

  cutStream(stream: ProcessStream): void {
    stream.reader = undefined
  }

  endStream(stream: ProcessStream, error: unknown): void {
    stream.failure ??= { error }
    this.#forgetStream(stream)
    afterAwake(keptAfterEnd, () => stream.drop())
  }

  dropStream(stream: ProcessStream): void {
    this.#deps.streams.remove(stream)
    this.#forgetStream(stream)
  }

  leave(reader: OutputReader): void {
    this.#readers.delete(reader)
    this.#backpressure.resumeIfCaughtUp()
  }

  /**
   * For signals and deadlines that are meant to end the process: its end then no longer waits for other processes
   * that hold its output open.
   */
  kill(signal: number): boolean {
    this.#wasKilled = true
    if (this.#reaped === undefined) return this.started.signal(signal)
    // The pid may have been reused by another process since.
    this.#waitBriefly()
    return true
  }

  /** Drops what is kept for streams that may be resumed. */
  forgetOutput(): void {
    this.#stopKeeping()
    for (const stream of this.#streams) this.#deps.streams.remove(stream)
    this.#streams.clear()
    this.#keepsOutput = false
    this.#ring.setKeeping(false)
  }

  output(source: OutputSource, bytes: Uint8Array): void {
    this.#source = source
    const chunkBytesMax = source === 'pty' ? limits.ptyChunkBytesMax : limits.outputChunkBytesMax
    // Output without a reader is not copied: with a flood, the copies would be more garbage than the engine collects
    // in time.
    const own = this.#isTaken() ? Buffer.from(bytes) : bytes
    for (let at = 0; at < own.length; at += chunkBytesMax) {
      this.#publish({ kind: 'output', source, bytes: own.subarray(at, at + chunkBytesMax) })
    }
    this.#backpressure.check(this.#started)
  }

  drained(): void {
    this.#isDrained = true
    this.#finishIfOver()
  }

  reaped(end: ProcessEnd): void {
    this.#reaped = end
    if (this.#wasKilled) this.#waitBriefly()
    this.#finishIfOver()
  }

  #isTaken(): boolean {
    if (this.#streams.size > 0 || this.#keepsOutput) return true
    for (const reader of this.#readers) if (reader.takesOutput) return true
    return false
  }

  #waitBriefly(): void {
    setTimeout(() => this.#stopWaiting(), drainAfterKillMs)
  }

  #stopWaiting(): void {
    if (this.#end !== undefined) return
    this.started.release()
    this.drained()
  }

  #finishIfOver(): void {
    if (this.#end !== undefined || this.#reaped === undefined || !this.#isDrained) return
    this.#end = this.#reaped
    this.#publish({ kind: 'end', end: this.#end })
    this.#readers.clear()
    this.#backpressure.stop()
    this.#started?.release()
    if (this.#streams.size > 0 || this.#keepsOutput)
      this.#stopKeeping = afterAwake(keptAfterEnd, () => this.forgetOutput())
    this.#deps.onEnd()
  }

  #forgetStream(stream: ProcessStream): void {
    if (!this.#streams.delete(stream)) return
    if (this.#streams.size === 0) this.#ring.setKeeping(this.#keepsOutput)
    this.#backpressure.resumeIfCaughtUp()
  }

  /** For a process that has ended, the end is the only event still to come. */
  get #lastBeforeLive(): number {
    return this.#ring.lastNumber - (this.#end === undefined ? 0 : 1)
  }

  #viewAfter(last: number): ResumedReader {
    const reader = new OutputReader(
      () => this.#backpressure.resumeIfCaughtUp(),
      this.#deps.outputBudget,
      this.#source,
    )
    const { lostCount, events } = this.#ring.since(last)
    for (const event of events) reader.push(event)
    if (this.#end === undefined) {
      this.#readers.add(reader)
      return { reader, lostCount }
    }
    if (last === this.#ring.lastNumber) reader.close()
    // Even if all other events were dropped, the end is known.
    else if (lostCount > 0 && events.length === 0) {
      reader.push({ number: this.#ring.lastNumber, event: { kind: 'end', end: this.#end } })
      return { reader, lostCount: lostCount - 1 }
    }
    return { reader, lostCount }
  }

  #publish(event: ProcessEvent): void {
    const numbered: Numbered<ProcessEvent> = this.#ring.push(event)
    for (const reader of this.#readers) reader.push(numbered)
    const bytes = eventBytes(event)
    for (const stream of this.#streams) stream.miss(bytes)
  }
}
