/**
 * Events of a watched directory on their way to a reader. What waits is bounded: at the bound everything is given up, and
 * the reader is told once that events were lost. All watchers share one allowance, so that many of them hold no more.
 */

import { ServiceError } from '@cay/core/errors.ts'
import type { ChangeKind } from '../ports/change-feed.ts'
import type { Entry } from './entry.ts'

export interface FileEvent {
  /** Relative to the watched directory, which itself is `.`. */
  readonly name: string
  readonly kind: ChangeKind
  readonly entry?: Entry
}

/** Events that may wait for one reader. */
export const eventsWaitingMax = 16_384
/** What the events that wait for all readers may take together, in estimated bytes. */
export const eventBytesMax = 16 * 1024 * 1024

export class EventAllowance {
  #bytes = 0

  /** False when there is no room. */
  take(bytes: number): boolean {
    if (this.#bytes + bytes > eventBytesMax) return false
    this.#bytes += bytes
    return true
  }

  giveBack(bytes: number): void {
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

  /** Of all events that wait, estimated. */
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

  /** Gives up what waits; the reader learns of it before anything that comes later. */
  lose(): void {
    this.#clear()
    this.#hasLost = true
    this.#wake()
  }

  /** Told to the reader after what waits, and from then on. */
  fail(error: unknown): void {
    this.#failure ??= { error }
    this.#wake()
  }

  /** All that waits, or so many of them. Throws `events_lost` once for all that was lost until then. */
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
    this.#allowance.giveBack(bytes)
    if (events.length === 0 && this.#failure !== undefined) throw this.#failure.error
    return events
  }

  /** Resolves when there is something to take, or after `poke`. */
  async changed(): Promise<void> {
    if (this.#events.length > 0 || this.#hasLost || this.#failure !== undefined) return
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
  }

  poke(): void {
    this.#wake()
  }

  /** Nothing waits any more. */
  discard(): void {
    this.#clear()
  }

  #clear(): void {
    this.#allowance.giveBack(this.#bytes)
    this.#events = []
    this.#bytes = 0
  }
}

/** Roughly: an entry has about ten short fields beside its path. */
export function fileEventBytes({ name, entry }: FileEvent): number {
  const entryBytes = entry === undefined ? 0 : 512 + 2 * entry.path.length + metadataBytes(entry)
  return 64 + 2 * name.length + entryBytes
}

/** Programs of the sandbox may set a great deal of it. */
function metadataBytes({ metadata }: Entry): number {
  let bytes = 0
  for (const key in metadata) bytes += 64 + 2 * (key.length + (metadata[key]?.length ?? 0))
  return bytes
}
