/**
 * A named stream of a process's events that outlives its connections.
 *
 *   open ──connection cut──▶ cut ──resumed──▶ open        caller leaves, or the stream cannot be resumed: gone
 *
 * While the stream is cut, the process continues until a limit of unread output is reached; then the process is
 * paused, within the limit of patience. Events that an open stream has not delivered yet are kept in the ring of the
 * process: those in the queue and those in flight.
 */
import { StreamPosition } from '@cay/core/process/stream-position.ts'
import type { ResumableStream } from '../streams/resumable-streams.ts'
import { type Follower, patienceTicks } from './backpressure.ts'
import type { OutputReader } from './output-reader.ts'

/** Bytes of output since the cut after which the process is paused. */
const missedBytesMax = 512 * 1024

/** A view of a process's events that begins after a given event. */
export interface ResumedReader {
  readonly reader: OutputReader
  /** Number of earlier events that this reader has not received and that are no longer kept. */
  readonly lostCount: number
}

export interface StreamedProcess {
  /** Live events only, including the end; for a process that has ended, only the end. */
  read(): OutputReader
  leave(reader: OutputReader): void
  /**
   * Resumes a stream after the given number of its frames; returns undefined if the content of these frames is no
   * longer known.
   */
  readStream(stream: ProcessStream, frames: number): ResumedReader | undefined
  /** The connection of the stream is gone; the stream itself may be resumed. */
  cutStream(stream: ProcessStream): void
  /**
   * The stream was ended by something other than its process; for a while, a caller that resumes it receives the same
   * error.
   */
  endStream(stream: ProcessStream, error: unknown): void
  /** The stream will not be resumed. */
  dropStream(stream: ProcessStream): void
}

export class ProcessStream implements ResumableStream, Follower {
  readonly name: string
  readonly pid: number
  readonly process: StreamedProcess
  readonly position: StreamPosition
  /** On the clock of the process: the call that opened the stream may not last longer than this. */
  readonly deadlineAtMs: number | undefined
  attempt = 0
  /** The current reader. */
  reader: OutputReader | undefined
  /** The error that ended the stream before the process ended. */
  failure: { readonly error: unknown } | undefined
  #missedBytes = 0
  #heldUp = 0

  constructor(parts: Pick<ProcessStream, 'name' | 'pid' | 'process' | 'deadlineAtMs'> & { last: number }) {
    this.name = parts.name
    this.pid = parts.pid
    this.process = parts.process
    this.deadlineAtMs = parts.deadlineAtMs
    this.position = new StreamPosition(parts.last)
  }

  get isBehind(): boolean {
    return this.#heldUp < patienceTicks && this.#missedBytes > missedBytesMax
  }

  heldUp(): void {
    this.#heldUp += 1
  }

  /** Called for each output; if the stream has no reader, the output counts as missed and stays in the ring. */
  miss(bytes: number): void {
    if (this.reader === undefined) this.#missedBytes += bytes
  }

  readBy(reader: OutputReader): void {
    this.reader = reader
    this.#missedBytes = 0
    this.#heldUp = 0
  }

  drop(): void {
    this.process.dropStream(this)
  }
}
