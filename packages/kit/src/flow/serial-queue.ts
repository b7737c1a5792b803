import { abortable } from './abortable.ts'

/**
 * One writer per key: tasks of one key run one after another in the order they came, tasks of different keys do not
 * wait for each other. A failed task fails its own caller only.
 */
export class SerialQueue {
  readonly #tails = new Map<string, Promise<void>>()

  /** A task whose signal fires before its turn has come is never run: its caller hears the reason at once. */
  run<T>(key: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve()
    const turn = signal === undefined ? before : abortable(before, signal)
    const result = turn.then(task)
    const tail = Promise.allSettled([before, result]).then(() => undefined)
    this.#tails.set(key, tail)
    void tail.then(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key)
    })
    return result
  }

  /** Keys that have a task running or waiting. */
  get size(): number {
    return this.#tails.size
  }

  /** Resolves when every task that was accepted so far has ended. */
  async drained(): Promise<void> {
    await Promise.all(this.#tails.values())
  }
}
