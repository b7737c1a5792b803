/**
 * The most recent events of one process, each with its number, within a bound of bytes. Numbers start at 1 and have no
 * gaps, so a reader that was cut off can say what it has and be given the rest, or be told that it came too late.
 */
export interface Numbered<T> {
  readonly number: number
  readonly event: T
}

export class EventRing<T> {
  readonly #bytesMax: number
  readonly #bytesOf: (event: T) => number
  #kept: Numbered<T>[] = []
  #bytes = 0
  #last = 0

  constructor(bytesMax: number, bytesOf: (event: T) => number) {
    this.#bytesMax = bytesMax
    this.#bytesOf = bytesOf
  }

  push(event: T): Numbered<T> {
    const numbered = { number: ++this.#last, event }
    this.#kept.push(numbered)
    this.#bytes += this.#bytesOf(event)
    this.#trim()
    return numbered
  }

  /** What is kept after the given number, and how many events between the two are not. */
  since(number: number): { readonly lostCount: number; readonly events: readonly Numbered<T>[] } {
    const first = this.#last - this.#kept.length + 1
    const events = number < first ? [...this.#kept] : this.#kept.slice(number - first + 1)
    return { lostCount: Math.max(0, Math.min(first - 1, this.#last) - number), events }
  }

  get lastNumber(): number {
    return this.#last
  }

  forget(): void {
    this.#kept = []
    this.#bytes = 0
  }

  #trim(): void {
    let drop = 0
    while (this.#bytes > this.#bytesMax && drop < this.#kept.length) {
      const oldest = this.#kept[drop++]
      if (oldest !== undefined) this.#bytes -= this.#bytesOf(oldest.event)
    }
    if (drop > 0) this.#kept.splice(0, drop)
  }
}
