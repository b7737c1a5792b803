/**
 * A semaphore whose permits are shared between keys, such as teams: each key has a maximum of its own, and a free permit goes
 * to the waiting key that holds the fewest.
 */
export interface FairSemaphoreOptions {
  readonly permits: number
  /** Absent: a key alone may hold all of them. */
  readonly permitsPerKey?: number
  /** Waiting tasks of one key; one more is refused. Absent: the caller bounds them. */
  readonly waitingPerKeyMax?: number
}

/** A key has as many tasks waiting as it may have. */
export class TooManyWaitingError extends Error {}

interface Share {
  running: number
  readonly waiting: (() => void)[]
}

export class FairSemaphore {
  readonly #options: Required<FairSemaphoreOptions>
  readonly #shares = new Map<string, Share>()
  #running = 0

  constructor({
    permits,
    permitsPerKey = permits,
    waitingPerKeyMax = Number.POSITIVE_INFINITY,
  }: FairSemaphoreOptions) {
    this.#options = { permits, permitsPerKey, waitingPerKeyMax }
  }

  /** Tasks that have not been started yet. */
  get waiting(): number {
    let count = 0
    for (const share of this.#shares.values()) count += share.waiting.length
    return count
  }

  /**
   * A task whose signal fires while it waits is never run: its caller hears the reason at once. Throws TooManyWaitingError.
   */
  async run<T>(key: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#enter(key, signal)
    try {
      return await task()
    } finally {
      this.#leave(key)
    }
  }

  /**
   * As `run`, for a task whose time others decide: after `turnMsMax` it gives its permit to the next and goes on without one.
   */
  async runForTurn<T>(
    key: string,
    task: () => Promise<T>,
    { turnMsMax, signal }: { readonly turnMsMax: number; readonly signal?: AbortSignal },
  ): Promise<T> {
    await this.#enter(key, signal)
    let hasPermit = true
    const leave = () => {
      if (hasPermit) this.#leave(key)
      hasPermit = false
    }
    const timer = setTimeout(leave, turnMsMax)
    try {
      return await task()
    } finally {
      clearTimeout(timer)
      leave()
    }
  }

  #enter(key: string, signal?: AbortSignal): Promise<void> | undefined {
    signal?.throwIfAborted()
    const share = this.#shares.get(key) ?? { running: 0, waiting: [] }
    const { permits, permitsPerKey, waitingPerKeyMax } = this.#options
    if (this.#running < permits && share.running < permitsPerKey) {
      this.#start(key, share)
      return undefined
    }
    if (share.waiting.length >= waitingPerKeyMax) throw new TooManyWaitingError('too many tasks wait')
    this.#shares.set(key, share)
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        share.waiting.splice(share.waiting.indexOf(enter), 1)
        if (share.running === 0 && share.waiting.length === 0) this.#shares.delete(key)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      share.waiting.push(enter)
    })
  }

  #start(key: string, share: Share): void {
    share.running += 1
    this.#running += 1
    this.#shares.set(key, share)
  }

  #leave(key: string): void {
    const share = this.#shares.get(key)
    if (share === undefined) return
    share.running -= 1
    this.#running -= 1
    if (share.running === 0 && share.waiting.length === 0) this.#shares.delete(key)
    const next = this.#nextKey()
    const [nextKey, nextShare] = next ?? []
    const resolve = nextShare?.waiting.shift()
    if (nextKey === undefined || nextShare === undefined || resolve === undefined) return
    this.#start(nextKey, nextShare)
    resolve()
  }

  /** The key that waits and holds the fewest permits; of several, the one that is longest known. */
  #nextKey(): readonly [string, Share] | undefined {
    let next: readonly [string, Share] | undefined
    for (const entry of this.#shares) {
      const [, { running, waiting }] = entry
      if (waiting.length === 0 || running >= this.#options.permitsPerKey) continue
      if (next === undefined || running < next[1].running) next = entry
    }
    return next
  }
}
