/**
 * The queue of events from a watched directory to its reader. The queue is bounded: at the limit all queued events
 * are dropped, and the reader is told once that events were lost. All watchers share one memory budget, so many
 * watchers together hold no more.
 */

import { ServiceError } from '@cay/core/errors.ts'
import type { ChangeKind } from '../../ports/change-feed.ts'
import type { Entry } from '../filesystem/entry.ts'

export interface FileEvent {
  /** Relative to the watched directory, which itself is `.`. */
  readonly name: string
  readonly kind: ChangeKind
  readonly entry?: Entry
}

/** Maximum number of events queued for one reader. */
export const eventsWaitingMax = 16_384
/** Memory limit for the events queued for all readers together, in estimated bytes. */
export const eventBytesMax = 16 * 1024 * 1024

export class EventAllowance {
  #bytes = 0

  /** Returns false if the budget is exhausted. */
  take(bytes: number): boolean {
    if (this.#bytes + bytes > eventBytesMax) return false
    this.#bytes += bytes
    return true
  }

  release(bytes: number): void {
    this.#bytes -= bytes
  }
}

export class EventQueue {
  readonly #allowance: EventAllowance
  #events: FileEvent[] = []
  #bytes = 0
  #hasLost = false
  #failure: { readonly error: unknown } | undefined
  #wake: () => void = () => undefined

  constructor(allowance: EventAllowance) {
    this.#allowance = allowance
  }

  /** Estimated bytes of all queued events. */
  get bytes(): number {
    return this.#bytes
  }

  push(event: FileEvent): void {
    const bytes = fileEventBytes(event)
    if (this.#events.length >= eventsWaitingMax || !this.#allowance.take(bytes)) {
      this.lose()
      return
    }
    this.#bytes += bytes
    this.#events.push(event)
    this.#wake()
  }

  /** Drops all queued events; the reader is told of the loss before it receives any later event. */
  lose(): void {
    this.#clear()
    this.#hasLost = true
    this.#wake()
  }

  /** The error is delivered after the queued events, and on every call from then on. */
  fail(error: unknown): void {
    this.#failure ??= { error }
    this.#wake()
  }

  /** Returns all queued events, or at most `countMax`. Throws `events_lost` once for all events lost until then. */
  take(countMax = eventsWaitingMax): FileEvent[] {
    if (this.#hasLost) {
      this.#hasLost = false
      throw new ServiceError(
        'events_lost',
        'events were lost, too many were waiting: list the directory anew',
      )
    }
    const events = this.#events.slice(0, countMax)
    const rest = this.#events.slice(countMax)
    const bytes = events.reduce((sum, event) => sum + fileEventBytes(event), 0)
    this.#events = rest
    this.#bytes -= bytes
    this.#allowance.release(bytes)
    if (events.length === 0 && this.#failure !== undefined) throw this.#failure.error
    return events
  }

  /** Resolves when there is something to take, or after `wake`. */
  async changed(): Promise<void> {
    if (this.#events.length > 0 || this.#hasLost || this.#failure !== undefined) return
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
  }

  wake(): void {
    this.#wake()
  }

  discard(): void {
    this.#clear()
  }

  #clear(): void {
    this.#allowance.release(this.#bytes)
    this.#events = []
    this.#bytes = 0
  }
}

/** An estimate: an entry has about ten short fields besides its path. */
export function fileEventBytes({ name, entry }: FileEvent): number {
  const entryBytes = entry === undefined ? 0 : 512 + 2 * entry.path.length + metadataBytes(entry)
  return 64 + 2 * name.length + entryBytes
}

/** Counted separately because programs in the sandbox can set a large amount of metadata. */
function metadataBytes({ metadata }: Entry): number {
  let bytes = 0
  for (const key in metadata) bytes += 64 + 2 * (key.length + (metadata[key]?.length ?? 0))
  return bytes
}
