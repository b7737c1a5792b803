/**
 * A bound that all transfers of a process share. A request for several slots waits until it can have all of them. Whoever
 * waits goes first come, first served, and can give up.
 */
export class Slots {
  #free: number
  readonly #waiting = new Set<Waiter>()

  constructor(count: number) {
    this.#free = count
  }

  /** Throws the reason of the signal. The result gives the slots back. */
  async acquire(signal: AbortSignal, count = 1): Promise<() => void> {
    signal.throwIfAborted()
    if (this.#waiting.size === 0 && this.#free >= count) this.#free -= count
    else await this.#wait(signal, count)
    return () => {
      this.#free += count
      this.#admit()
    }
  }

  async run<T>(task: () => Promise<T>, signal: AbortSignal, count = 1): Promise<T> {
    const release = await this.acquire(signal, count)
    try {
      return await task()
    } finally {
      release()
    }
  }

  async #wait(signal: AbortSignal, count: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter = { count, admit: resolve }
    const giveUp = () => {
      this.#waiting.delete(waiter)
      reject(signal.reason)
      this.#admit()
    }
    this.#waiting.add(waiter)
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      await promise
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }

  #admit(): void {
    for (const waiter of this.#waiting) {
      if (waiter.count > this.#free) return
      this.#waiting.delete(waiter)
      this.#free -= waiter.count
      waiter.admit()
    }
  }
}

interface Waiter {
  readonly count: number
  admit(): void
}
