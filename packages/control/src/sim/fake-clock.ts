import type { Clock } from '../ports/host.ts'

interface Sleeper {
  readonly untilMs: number
  readonly wake: () => void
}

/** A clock that advances only on request. */
export class FakeClock implements Clock {
  #nowMs: number
  #sleepers: Sleeper[] = []

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#nowMs = startMs
  }

  nowMs(): number {
    return this.#nowMs
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.resolve()
    return new Promise((resolve) => {
      const sleeper = { untilMs: this.#nowMs + ms, wake: resolve }
      this.#sleepers.push(sleeper)
      const wakeEarly = () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper)
        resolve()
      }
      signal?.addEventListener('abort', wakeEarly, { once: true })
    })
  }

  /** Advances without waking sleepers, to skip a long time. */
  skip(ms: number): void {
    this.#nowMs += ms
  }

  /** Wakes due sleepers in order; each completes its work before the next one wakes. */
  async advance(ms: number): Promise<void> {
    const targetMs = this.#nowMs + ms
    for (;;) {
      const due = this.#sleepers
        .filter(({ untilMs }) => untilMs <= targetMs)
        .sort((a, b) => a.untilMs - b.untilMs)[0]
      if (due === undefined) break
      this.#sleepers = this.#sleepers.filter((other) => other !== due)
      this.#nowMs = Math.max(this.#nowMs, due.untilMs)
      due.wake()
      await letOthersRun()
    }
    this.#nowMs = targetMs
    await letOthersRun()
  }
}

function letOthersRun(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
