/**
 * Serializes writes per sandbox. Short tasks (decide and write) run in a queue per id. Long operations on the node (a
 * pause, a resume, a capture, a kill) are started by a task of that queue, run without holding it, and queue another
 * task to write their result. Meanwhile other requests see the state that was recorded when the operation started.
 *
 *     task ──► [decide, write "pausing"] ──► start(pause) ───── node works ─────► [settle: write "paused"] ──► changed
 */
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import type { RetryWrite } from './retry-writes.ts'

export type LongVerb = 'pause' | 'resume' | 'capture' | 'kill'

export interface LongTask<R, T> {
  /** The long operation; runs without holding the queue. */
  readonly work: () => Promise<R>
  /** Writes the result; runs while holding the queue, and again when the write failed and may be repeated. */
  readonly settle: (result: PromiseSettledResult<R>) => Promise<T>
}

export interface Change {
  readonly announced: Promise<void>
  /** To be called by whoever waits no more: another process may have changed the record, which nobody announces here. */
  readonly forget: () => void
}

export class SandboxWriters {
  readonly #retryWrite: RetryWrite
  readonly #queue = new SerialQueue()
  readonly #underWay = new Map<string, Map<LongVerb, Promise<unknown>>>()
  /** Number of tasks that hold or await the queue, by id. */
  readonly #tasks = new Map<string, number>()
  /** Of those that wait for the next announcement, by id. */
  readonly #listeners = new Map<string, Set<() => void>>()

  constructor(retryWrite: RetryWrite = () => undefined) {
    this.#retryWrite = retryWrite
  }

  run<T>(sandboxId: string, task: () => Promise<T>): Promise<T> {
    this.#tasks.set(sandboxId, (this.#tasks.get(sandboxId) ?? 0) + 1)
    return this.#queue.run(sandboxId, task).finally(() => this.#leave(sandboxId))
  }

  /**
   * Must be called by a task that holds the queue, which must not await the result. At most one operation of each kind
   * runs per sandbox.
   */
  start<R, T>(sandboxId: string, verb: LongVerb, task: LongTask<R, T>): Promise<T> {
    const verbs = this.#underWay.get(sandboxId) ?? new Map<LongVerb, Promise<unknown>>()
    if (verbs.has(verb)) throw new TypeError(`a ${verb} of ${sandboxId} is under way`)
    const done = this.#finish(sandboxId, verb, task)
    this.#underWay.set(sandboxId, verbs.set(verb, done))
    // The client may have disconnected; the failure belongs to its request alone.
    done.catch(() => undefined)
    return done
  }

  /** Settles with that operation; undefined when none is in progress. */
  underWay(sandboxId: string, verb: LongVerb): Promise<unknown> | undefined {
    return this.#underWay.get(sandboxId)?.get(verb)
  }

  /** Sandboxes that this process works on. */
  activeIds(): string[] {
    return [...new Set([...this.#underWay.keys(), ...this.#tasks.keys()])]
  }

  /** Also while a task only holds or awaits the queue. */
  isActive(sandboxId: string): boolean {
    return this.isBusy(sandboxId) || this.#tasks.has(sandboxId)
  }

  isBusy(sandboxId: string): boolean {
    return this.#underWay.has(sandboxId)
  }

  /** Resolves when no operation is in progress. */
  async idle(sandboxId: string): Promise<void> {
    for (
      let verbs = this.#underWay.get(sandboxId);
      verbs !== undefined;
      verbs = this.#underWay.get(sandboxId)
    )
      await Promise.allSettled(verbs.values())
  }

  /** The next announcement. Must be called by a task that holds the queue, so that none is missed. */
  changed(sandboxId: string): Change {
    const { promise: announced, resolve } = Promise.withResolvers<void>()
    const listeners = this.#listeners.get(sandboxId) ?? new Set()
    this.#listeners.set(sandboxId, listeners.add(resolve))
    const forget = () => {
      listeners.delete(resolve)
      if (listeners.size === 0 && this.#listeners.get(sandboxId) === listeners)
        this.#listeners.delete(sandboxId)
    }
    return { announced, forget }
  }

  isAwaited(sandboxId: string): boolean {
    return this.#listeners.has(sandboxId)
  }

  /** Announces that the recorded state has changed. */
  announce(sandboxId: string): void {
    const listeners = this.#listeners.get(sandboxId) ?? []
    this.#listeners.delete(sandboxId)
    for (const resolve of listeners) resolve()
  }

  /** Repeats a write of what has happened on the node already, as long as that makes sense. */
  async persist<T>(write: () => Promise<T>): Promise<T> {
    for (let turn = 1; ; turn++) {
      try {
        return await write()
      } catch (error) {
        const again = this.#retryWrite(error, turn)
        if (again === undefined) throw error
        await again
      }
    }
  }

  /** Resolves when all work that was accepted so far has finished. */
  async drained(): Promise<void> {
    await Promise.all([...this.#underWay.keys()].map((sandboxId) => this.idle(sandboxId)))
    await this.#queue.drained()
  }

  #leave(sandboxId: string): void {
    const left = (this.#tasks.get(sandboxId) ?? 0) - 1
    if (left > 0) this.#tasks.set(sandboxId, left)
    else this.#tasks.delete(sandboxId)
  }

  async #finish<R, T>(sandboxId: string, verb: LongVerb, { work, settle }: LongTask<R, T>): Promise<T> {
    const [result] = await Promise.allSettled([work()])
    for (let turn = 1; ; turn++) {
      const settled = await this.run(sandboxId, async () => {
        const [attempt] = await Promise.allSettled([settle(result)])
        const again = attempt.status === 'fulfilled' ? undefined : this.#retry(attempt.reason, turn, result)
        if (again === undefined) this.#end(sandboxId, verb)
        return { attempt, again }
      })
      const { attempt, again } = settled
      if (attempt.status === 'fulfilled') return attempt.value
      if (again === undefined) throw attempt.reason
      // Without the queue: others are told meanwhile that the database is away.
      await again
    }
  }

  /** What the node refused is not a failure to write it. */
  #retry(error: unknown, turn: number, result: PromiseSettledResult<unknown>): Promise<void> | undefined {
    const isOfNode = result.status === 'rejected' && result.reason === error
    return isOfNode ? undefined : this.#retryWrite(error, turn)
  }

  #end(sandboxId: string, verb: LongVerb): void {
    const verbs = this.#underWay.get(sandboxId)
    verbs?.delete(verb)
    if (verbs?.size === 0) this.#underWay.delete(sandboxId)
    this.announce(sandboxId)
  }
}
