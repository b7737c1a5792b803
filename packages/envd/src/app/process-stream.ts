/**
 * A stream of a process's events that has a name, over all its connections.
 *
 *   open ──connection cut──▶ cut ──taken up again──▶ open        caller leaves, or nobody may come back: gone
 *
 * While it is cut the process goes on until so much output waits for the stream, then it is held up, within patience.
 * What an open one has not received yet is in the ring of the process: its queue, and what is on the way.
 */
import { StreamPosition } from '@cay/core/process/stream-position.ts'
import { type Follower, patienceTicks } from './backpressure.ts'
import type { OutputReader } from './output-reader.ts'
import type { ResumableStream } from './resumable-streams.ts'

/** Output since the cut from which on the process waits. */
const missedBytesMax = 512 * 1024

/** Somebody's view of a process from some event on. */
export interface ResumedReader {
  readonly reader: OutputReader
  /** Events before it that he has not had and that are no longer kept. */
  readonly lostCount: number
}

export interface StreamedProcess {
  /** Live events only, the end included; of a process that has ended the end alone. */
  read(): OutputReader
  leave(reader: OutputReader): void
  /** Goes on with a stream behind so many of its frames; undefined when it is not known what they were. */
  readStream(stream: ProcessStream, frames: number): ResumedReader | undefined
  /** The connection of a stream is gone; the stream itself may come back. */
  cutStream(stream: ProcessStream): void
  /** Something else than its process has ended the stream: for a while whoever comes back is told the same. */
  endStream(stream: ProcessStream, error: unknown): void
  /** Nobody comes back for it. */
  dropStream(stream: ProcessStream): void
}

export class ProcessStream implements ResumableStream, Follower {
  readonly name: string
  readonly pid: number
  readonly process: StreamedProcess
  readonly position: StreamPosition
  /** On the process's clock: the call that opened it may not last longer. */
  readonly deadlineAtMs: number | undefined
  attempt = 0
  /** Who reads it now. */
  reader: OutputReader | undefined
  /** What ended it before the process did. */
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

  /** Output came; when nobody reads the stream it waits in the ring. */
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
