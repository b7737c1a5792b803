/**
 * The events of a watched directory for one receiver, over all connections of its stream. What was taken from the queue
 * is kept while it may be on the way; while the stream is cut, events wait in the queue as for a slow reader.
 */
import { EventRing, type Numbered } from '@cay/core/process/event-ring.ts'
import type { RingBudget } from '@cay/core/process/ring-budget.ts'
import { StreamPosition } from '@cay/core/process/stream-position.ts'
import { afterAwake } from './awake-timer.ts'
import { type FileEvent, fileEventBytes } from './file-events.ts'
import type { ResumableStream, ResumableStreams } from './resumable-streams.ts'
import type { Watcher, Watchers } from './watchers.ts'

/** Events kept of one stream. */
const keptBytesMax = 2 * 1024 * 1024
/** Events taken at one time; all of them fit into what is kept. */
const takenMax = 64
/** How long a directory is watched for a stream that was cut. */
const awaited = { tickMs: 1000, ticks: 30 }

export interface WatchedStreamParts {
  /** Undefined when nobody can take it up again. */
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
   * Another connection takes it up behind so many frames: answers what it is to have first, and which reading this is.
   * Undefined when what it lacks is not known any more.
   */
  read(frames: number) {
    const last = frames > this.position.frames ? undefined : this.position.goBackTo(frames)
    const missed = last === undefined ? undefined : this.#ring.since(last)
    if (missed === undefined || missed.lostCount > 0) return undefined
    this.#stopWaiting()
    this.#reading += 1
    this.watcher.queue.poke()
    return { reading: this.#reading, missed: missed.events }
  }

  /** False when another connection has taken it up since, or none reads it. */
  isReadBy(reading: number): boolean {
    return reading === this.#reading
  }

  /** The next events that wait. Throws what `EventQueue.take` does. */
  take(): Numbered<FileEvent>[] {
    return this.watcher.queue.take(takenMax).map((event) => this.#ring.push(event))
  }

  /** The connection of this reading is gone; a stream with a name may come back. */
  cut(reading: number): void {
    if (!this.isReadBy(reading)) return
    this.#reading += 1
    this.watcher.queue.poke()
    if (this.#isOver) this.drop()
    else this.#stopWaiting = afterAwake(awaited, () => this.drop())
  }

  drop(): void {
    this.#isOver = true
    this.#stopWaiting()
    this.#ring.setKeeping(false)
    this.#deps.streams.remove(this)
    this.#deps.watchers.close(this.watcher)
    this.watcher.queue.poke()
  }
}
