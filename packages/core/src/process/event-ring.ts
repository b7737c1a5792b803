/**
 * The most recent events of one source with their numbers, within a limit in bytes. Numbers start at 1 without gaps, so
 * a reader that was disconnected can resume after the last event that it has, or learn that events were dropped.
 */
import type { RingBudget } from './ring-budget.ts'

export interface Numbered<T> {
  readonly number: number
  readonly event: T
}

export interface RingOptions<T> {
  readonly bytesMax: number
  readonly bytesOf: (event: T) => number
  /** The total limit of this and other rings. */
  readonly budget?: RingBudget
}

export class EventRing<T> {
  readonly #options: RingOptions<T>
  /** Valid from `#start` on; earlier slots are empty. */
  #slots: (Numbered<T> | undefined)[] = []
  #start = 0
  #bytes = 0
  #last = 0
  #isKeeping = true

  constructor(options: RingOptions<T>) {
    this.#options = options
  }

  push(event: T): Numbered<T> {
    const numbered = { number: ++this.#last, event }
    if (this.#isKeeping) this.#add(numbered)
    return numbered
  }

  /** The retained events after the given number, and how many events in between were dropped. */
  since(number: number): { readonly lostCount: number; readonly events: readonly Numbered<T>[] } {
    const first = this.#last - this.#keptCount + 1
    const from = this.#start + Math.max(0, number - first + 1)
    const events = this.#slots.slice(from).filter((slot) => slot !== undefined)
    return { lostCount: Math.max(0, Math.min(first - 1, this.#last) - number), events }
  }

  /** The number before the oldest retained event of the most recent ones that have at most so many bytes together. */
  beforeRecent(bytesMax: number): number {
    let bytes = 0
    let before = this.#last
    for (let at = this.#slots.length - 1; at >= this.#start; at--) {
      const slot = this.#slots[at]
      if (slot === undefined) break
      bytes += this.#options.bytesOf(slot.event)
      if (bytes > bytesMax) break
      before = slot.number - 1
    }
    return before
  }

  get lastNumber(): number {
    return this.#last
  }

  get bytes(): number {
    return this.#bytes
  }

  /** When no reader can resume, events are numbered but not kept. */
  setKeeping(isKeeping: boolean): void {
    this.#isKeeping = isKeeping
    if (!isKeeping) this.forget()
  }

  forget(): void {
    const bytes = this.#bytes
    this.#slots = []
    this.#start = 0
    this.#bytes = 0
    this.#options.budget?.release(this, bytes)
  }

  dropOldest(): void {
    const oldest = this.#slots[this.#start]
    if (oldest === undefined) return
    this.#slots[this.#start++] = undefined
    // More than half of the slots are empty: moving the rest costs no more than was dropped.
    if (this.#start > this.#slots.length / 2) {
      this.#slots.splice(0, this.#start)
      this.#start = 0
    }
    const bytes = this.#options.bytesOf(oldest.event)
    this.#bytes -= bytes
    this.#options.budget?.release(this, bytes)
  }

  get #keptCount(): number {
    return this.#slots.length - this.#start
  }

  #add(numbered: Numbered<T>): void {
    const bytes = this.#options.bytesOf(numbered.event)
    this.#slots.push(numbered)
    this.#bytes += bytes
    this.#options.budget?.take(this, bytes)
    while (this.#bytes > this.#options.bytesMax) this.dropOldest()
  }
}
