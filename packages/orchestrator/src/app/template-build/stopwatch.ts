/** Where the time of a build goes: milliseconds by part. Parts that go on beside each other each count whole. */
export class Stopwatch {
  readonly #nowMs: () => number
  readonly #tookMs = new Map<string, number>()

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** Counts a task that fails as well. */
  async time<T>(part: string, task: () => Promise<T>): Promise<T> {
    const fromMs = this.#nowMs()
    try {
      return await task()
    } finally {
      this.#tookMs.set(part, (this.#tookMs.get(part) ?? 0) + this.#nowMs() - fromMs)
    }
  }

  tookMs(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#tookMs)
  }
}
