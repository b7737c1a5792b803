/** Measures the milliseconds of the parts of a build. Parts that run concurrently count in full. */
export class Stopwatch {
  readonly #nowMs: () => number
  readonly #tookMs = new Map<string, number>()

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** Failed tasks count, too. */
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
