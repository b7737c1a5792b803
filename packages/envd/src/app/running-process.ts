/**
 * One process that was started through the daemon. Its end is told once, after its last output, and only when it was
 * reaped: when others hold its output open the end waits for them, unless somebody ended the process on purpose.
 */

import { limits } from '@cay/contract/limits.ts'
import { EventRing, type Numbered } from '@cay/core/process/event-ring.ts'
import type { ProcessEnd } from '@cay/core/process/exit-status.ts'
import { StreamPosition } from '@cay/core/process/stream-position.ts'
import type { OutputSource, ProcessListener, StartedProcess } from '../ports.ts'
import { OutputReader, type ProcessEvent } from './output-reader.ts'

/** Recent events kept per process, so that a stream that was cut can be taken up again. */
const keptBytesMax = 256 * 1024
/** Streams of one process whose position is remembered. */
const streamsMax = 32
/** An event costs this much beside its bytes. */
const eventOverheadBytes = 64
/** How long readers that are behind may hold a process up before they lose output. */
const patienceMs = 500
/** After a kill, how long output that is already written may take to arrive. */
const drainAfterKillMs = 100

/** Its name is a number within its process; the position counts what was sent on it. */
export interface ResumableStream {
  readonly name: number
  readonly position: StreamPosition
}

export class RunningProcess implements ProcessListener {
  readonly #onEnd: () => void
  readonly #ring = new EventRing<ProcessEvent>(keptBytesMax, bytesOf)
  readonly #readers = new Set<OutputReader>()
  readonly #streams = new Map<number, ResumableStream>()
  #lastStream = 0
  #source: OutputSource = 'stderr'
  #started: StartedProcess | undefined
  #patience: NodeJS.Timeout | undefined
  #isDrained = false
  #reaped: ProcessEnd | undefined
  #wasKilled = false
  #end: ProcessEnd | undefined

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
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

  /** Opens a stream of live events that can be taken up again by its name when it was cut. */
  open(): { readonly reader: OutputReader; readonly stream: ResumableStream } {
    const isOver = this.#end !== undefined
    const stream = {
      name: ++this.#lastStream,
      position: new StreamPosition(this.#ring.lastNumber - (isOver ? 1 : 0)),
    }
    this.#streams.set(stream.name, stream)
    const [oldest] = this.#streams.keys()
    if (this.#streams.size > streamsMax && oldest !== undefined) this.#streams.delete(oldest)
    return { reader: this.read(), stream }
  }

  /**
   * Goes on with a stream whose receiver has so many frames of data and end. Undefined when nobody remembers it. What is
   * no longer kept is told as a notice in its place.
   */
  resume(name: number, frames: number) {
    const stream = this.#streams.get(name)
    if (stream === undefined) return undefined
    const last = stream.position.lastOf(frames)
    const { lostCount, events } = this.#ring.since(last)
    const next: ResumableStream = { name: ++this.#lastStream, position: new StreamPosition(last) }
    this.#streams.delete(name)
    this.#streams.set(next.name, next)
    const reader = new OutputReader(() => this.#resumeIfAllFollow(), this.#source)
    if (lostCount > 0) reader.tellLostEvents(lostCount, last + lostCount)
    for (const event of events) reader.push(event)
    if (this.#end === undefined) this.#readers.add(reader)
    else if (events.at(-1)?.event.kind !== 'end') reader.push(this.#endEvent(this.#end))
    return { reader, stream: next, lostCount }
  }

  /** Live events only, the end included; of a process that has ended the end alone. */
  read(): OutputReader {
    const reader = new OutputReader(() => this.#resumeIfAllFollow(), this.#source)
    if (this.#end === undefined) this.#readers.add(reader)
    else reader.push(this.#endEvent(this.#end))
    return reader
  }

  leave(reader: OutputReader): void {
    this.#readers.delete(reader)
    this.#resumeIfAllFollow()
  }

  /** For signals and deadlines that are meant to end it: its end no longer waits for others that hold its output. */
  kill(signal: number): boolean {
    this.#wasKilled = true
    return this.started.signal(signal)
  }

  /** What was kept for readers that come back. */
  forgetOutput(): void {
    this.#ring.forget()
  }

  output(source: OutputSource, bytes: Uint8Array): void {
    this.#source = source
    const chunkBytesMax = source === 'pty' ? limits.ptyChunkBytesMax : limits.outputChunkBytesMax
    for (let at = 0; at < bytes.length; at += chunkBytesMax) {
      this.#publish({ kind: 'output', source, bytes: bytes.subarray(at, at + chunkBytesMax) })
    }
    if (this.#patience === undefined && this.#someoneIsBehind()) this.#holdUp()
  }

  drained(): void {
    this.#isDrained = true
    this.#finishIfOver()
  }

  reaped(end: ProcessEnd): void {
    this.#reaped = end
    if (this.#wasKilled) setTimeout(() => this.#stopWaiting(), drainAfterKillMs)
    this.#finishIfOver()
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
    clearTimeout(this.#patience)
    this.#started?.release()
    this.#onEnd()
  }

  #endEvent(end: ProcessEnd): Numbered<ProcessEvent> {
    return { number: this.#ring.lastNumber, event: { kind: 'end', end } }
  }

  #publish(event: ProcessEvent): void {
    const numbered = this.#ring.push(event)
    for (const reader of this.#readers) reader.push(numbered)
  }

  #someoneIsBehind(): boolean {
    for (const reader of this.#readers) if (reader.isBehind) return true
    return false
  }

  #holdUp(): void {
    this.#started?.pauseOutput()
    this.#patience = setTimeout(() => this.#loseOutput(), patienceMs)
  }

  #loseOutput(): void {
    for (const reader of this.#readers) if (reader.isBehind) reader.startDropping()
    this.#resumeIfAllFollow()
  }

  #resumeIfAllFollow(): void {
    if (this.#patience === undefined || this.#someoneIsBehind()) return
    clearTimeout(this.#patience)
    this.#patience = undefined
    this.#started?.resumeOutput()
  }
}

function bytesOf(event: ProcessEvent): number {
  return event.kind === 'output' ? event.bytes.length + eventOverheadBytes : eventOverheadBytes
}
