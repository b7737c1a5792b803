/**
 * One writer per sandbox. What is decided and written at once runs in a queue per id. What takes its time on the node (a
 * pause, a resume, a capture, a kill) is started by a task of that queue, goes on without holding it, and comes back to it
 * to write what came of it: meanwhile others are answered by the state that was recorded when it was started.
 *
 *     task ──► [decide, write "pausing"] ──► start(pause) ───── node at work ─────► [settle: write "paused"] ──► changed
 */
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'

export type LongVerb = 'pause' | 'resume' | 'capture' | 'kill'

export interface LongTask<R, T> {
  /** What takes its time; runs without the queue. */
  readonly work: () => Promise<R>
  /** Writes what came of it; holds the queue. */
  readonly settle: (result: PromiseSettledResult<R>) => Promise<T>
}

export class SandboxWriters {
  readonly #queue = new SerialQueue()
  readonly #underWay = new Map<string, Map<LongVerb, Promise<unknown>>>()
  readonly #listeners = new Map<string, PromiseWithResolvers<void>>()

  run<T>(sandboxId: string, task: () => Promise<T>): Promise<T> {
    return this.#queue.run(sandboxId, task)
  }

  /** To be called by a task that holds the queue, and not to be awaited by it. One of each verb at a time. */
  start<R, T>(sandboxId: string, verb: LongVerb, task: LongTask<R, T>): Promise<T> {
    const verbs = this.#underWay.get(sandboxId) ?? new Map<LongVerb, Promise<unknown>>()
    if (verbs.has(verb)) throw new TypeError(`a ${verb} of ${sandboxId} is under way`)
    const done = this.#finish(sandboxId, verb, task)
    this.#underWay.set(sandboxId, verbs.set(verb, done))
    // Whoever asked for it may be gone by then: a failure is theirs alone.
    done.catch(() => undefined)
    return done
  }

  /** Settles as that verb does; undefined when none is under way. */
  underWay(sandboxId: string, verb: LongVerb): Promise<unknown> | undefined {
    return this.#underWay.get(sandboxId)?.get(verb)
  }

  isBusy(sandboxId: string): boolean {
    return this.#underWay.has(sandboxId)
  }

  /** Resolves when nothing is under way any more. */
  async idle(sandboxId: string): Promise<void> {
    for (
      let verbs = this.#underWay.get(sandboxId);
      verbs !== undefined;
      verbs = this.#underWay.get(sandboxId)
    )
      await Promise.allSettled(verbs.values())
  }

  /** Resolves at the next announcement. To be called by a task that holds the queue, so that none is missed. */
  changed(sandboxId: string): Promise<void> {
    const listener = this.#listeners.get(sandboxId) ?? Promise.withResolvers<void>()
    this.#listeners.set(sandboxId, listener)
    return listener.promise
  }

  /** Its recorded state is another one. */
  announce(sandboxId: string): void {
    const listener = this.#listeners.get(sandboxId)
    this.#listeners.delete(sandboxId)
    listener?.resolve()
  }

  /** Resolves when everything that was accepted so far has ended. */
  async drained(): Promise<void> {
    await Promise.all([...this.#underWay.keys()].map((sandboxId) => this.idle(sandboxId)))
    await this.#queue.drained()
  }

  async #finish<R, T>(sandboxId: string, verb: LongVerb, { work, settle }: LongTask<R, T>): Promise<T> {
    const [result] = await Promise.allSettled([work()])
    return this.run(sandboxId, async () => {
      try {
        return await settle(result)
      } finally {
        const verbs = this.#underWay.get(sandboxId)
        verbs?.delete(verb)
        if (verbs?.size === 0) this.#underWay.delete(sandboxId)
        this.announce(sandboxId)
      }
    })
  }
}
