/**
 * The events of a watched directory for one receiver, over all connections of its stream. Events taken from the queue
 * are kept while they may be in flight; while the stream is cut, events wait in the queue as for a slow reader.
 */
import { EventRing, type Numbered } from '@cay/core/process/event-ring.ts'
import type { RingBudget } from '@cay/core/process/ring-budget.ts'
import { StreamPosition } from '@cay/core/process/stream-position.ts'
import { afterAwake } from '../streams/awake-timer.ts'
import type { ResumableStream, ResumableStreams } from '../streams/resumable-streams.ts'
import { type FileEvent, fileEventBytes } from './file-events.ts'
import type { Watcher, Watchers } from './watchers.ts'

/** Bytes of events kept for one stream. */
const keptBytesMax = 2 * 1024 * 1024
/** Maximum number of events taken at once; all of them fit into the kept bytes. */
const takenMax = 64
/** How long a directory stays watched for a stream that was cut. */
const awaited = { tickMs: 1000, ticks: 30 }

export interface WatchedStreamParts {
  /** Undefined if the stream cannot be resumed. */
  readonly name: string | undefined
  readonly watcher: Watcher
  readonly deadlineAtMs: number | undefined
}

interface Deps {
  readonly watchers: Watchers
  readonly streams: ResumableStreams
  readonly ringBudget: RingBudget
}

export class WatchedStream implements ResumableStream {
  readonly name: string
  readonly watcher: Watcher
  readonly deadlineAtMs: number | undefined
  readonly position = new StreamPosition(0)
  attempt = 0
  readonly #deps: Deps
  readonly #ring: EventRing<FileEvent>
  #reading = 0
  #isOver: boolean
  #stopWaiting: () => void = () => undefined

  constructor(deps: Deps, { name, watcher, deadlineAtMs }: WatchedStreamParts) {
    this.#deps = deps
    this.watcher = watcher
    this.deadlineAtMs = deadlineAtMs
    this.#ring = new EventRing({
      bytesMax: keptBytesMax,
      bytesOf: fileEventBytes,
      budget: deps.ringBudget,
    })
    this.#isOver = name === undefined
    this.name = name ?? ''
    if (name === undefined) this.#ring.setKeeping(false)
    else deps.streams.add(this)
  }

  /**
   * Resumes the stream on another connection after the given number of frames: returns the events to deliver first
   * and the number of this reading. Returns undefined if the missing events are no longer known.
   */
  read(frames: number) {
    const last = frames > this.position.frames ? undefined : this.position.goBackTo(frames)
    const missed = last === undefined ? undefined : this.#ring.since(last)
    if (missed === undefined || missed.lostCount > 0) return undefined
    this.#stopWaiting()
    this.#reading += 1
    this.watcher.queue.wake()
    return { reading: this.#reading, missed: missed.events }
  }

  /** Returns false if another connection has resumed the stream since, or no connection reads it. */
  isReadBy(reading: number): boolean {
    return reading === this.#reading
  }

  /** Returns the next queued events. Throws what `EventQueue.take` throws. */
  take(): Numbered<FileEvent>[] {
    return this.watcher.queue.take(takenMax).map((event) => this.#ring.push(event))
  }

  /** The connection of this reading is gone; a named stream may be resumed. */
  cut(reading: number): void {
    if (!this.isReadBy(reading)) return
    this.#reading += 1
    this.watcher.queue.wake()
    if (this.#isOver) this.drop()
    else this.#stopWaiting = afterAwake(awaited, () => this.drop())
  }

  drop(): void {
    this.#isOver = true
    this.#stopWaiting()
    this.#ring.setKeeping(false)
    this.#deps.streams.remove(this)
    this.#deps.watchers.close(this.watcher)
    this.watcher.queue.wake()
  }
}
