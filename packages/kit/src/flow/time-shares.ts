/**
 * At most `permits` tasks at once. Of those that wait, the key goes first that has held permits for the least time, so that
 * one whose tasks are slow delays itself. What was held counts half after each minute.
 */
export class TimeShares {
  readonly #nowMs: () => number
  #free: number
  readonly #waiting = new Set<Waiting>()
  readonly #held = new Map<string, Held>()

  constructor(permits: number, nowMs: () => number = () => performance.now()) {
    this.#free = permits
    this.#nowMs = nowMs
  }

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((enter) => this.#waiting.add({ key, enter }))
    const startedAtMs = this.#nowMs()
    try {
      return await task()
    } finally {
      this.#charge(key, this.#nowMs() - startedAtMs)
      this.#leave()
    }
  }

  #leave(): void {
    let next: Waiting | undefined
    for (const one of this.#waiting)
      if (next === undefined || this.#heldMs(one.key) < this.#heldMs(next.key)) next = one
    if (next === undefined) {
      this.#free++
      return
    }
    this.#waiting.delete(next)
    next.enter()
  }

  #charge(key: string, ms: number): void {
    this.#held.set(key, { ms: this.#heldMs(key) + ms, atMs: this.#nowMs() })
    if (this.#held.size <= forgetAbove) return
    for (const known of this.#held.keys()) if (this.#heldMs(known) < forgottenMs) this.#held.delete(known)
  }

  #heldMs(key: string): number {
    const held = this.#held.get(key)
    return held === undefined ? 0 : held.ms * 0.5 ** ((this.#nowMs() - held.atMs) / halfLifeMs)
  }
}

interface Waiting {
  readonly key: string
  readonly enter: () => void
}

interface Held {
  readonly ms: number
  readonly atMs: number
}

const halfLifeMs = 60_000
/** Keys above which those are forgotten that have held next to nothing. */
const forgetAbove = 1_000
const forgottenMs = 0.1
