import { abortable } from './abortable.ts'

/**
 * One writer per key: tasks of one key run one after another in the order they came, tasks of different keys do not
 * wait for each other. A failed task fails its own caller only. A task gets a signal that fires when it is to make room for
 * what comes next; it may finish all the same.
 */
export class SerialQueue {
  readonly #tails = new Map<string, Promise<void>>()
  readonly #turns = new Map<string, Set<AbortController>>()

  /** A task whose signal fires before its turn has come is never run: its caller hears the reason at once. */
  run<T>(key: string, task: (preempted: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve()
    const turn = signal === undefined ? before : abortable(before, signal)
    const controller = this.#accept(key)
    const result = turn.then(() => task(controller.signal))
    const tail = Promise.allSettled([before, result]).then(() => this.#leave(key, controller))
    this.#tails.set(key, tail)
    void tail.then(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key)
    })
    return result
  }

  /** Fires the signals of the task that runs and of those that wait. */
  preempt(key: string, reason: Error): void {
    for (const turn of this.#turns.get(key) ?? []) turn.abort(reason)
  }

  /** Keys that have a task running or waiting. */
  get size(): number {
    return this.#tails.size
  }

  /** Resolves when every task that was accepted so far has ended. */
  async drained(): Promise<void> {
    await Promise.all(this.#tails.values())
  }

  #accept(key: string): AbortController {
    const controller = new AbortController()
    const turns = this.#turns.get(key) ?? new Set()
    this.#turns.set(key, turns.add(controller))
    return controller
  }

  #leave(key: string, controller: AbortController): void {
    const turns = this.#turns.get(key)
    turns?.delete(controller)
    if (turns?.size === 0) this.#turns.delete(key)
  }
}
