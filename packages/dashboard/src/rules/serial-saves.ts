/** Saves of one thing go one at a time: of those that are asked for meanwhile, the newest follows. */
export type Save = () => Promise<void>

export class SerialSaves {
  /** What follows the save that goes on, by the name of what is saved. */
  readonly #following = new Map<string, Save | undefined>()

  /** Throws when the last one failed. Whoever asks during a save is told by whoever began it. */
  async ask(name: string, save: Save): Promise<void> {
    if (this.#following.has(name)) return void this.#following.set(name, save)
    this.#following.set(name, undefined)
    try {
      await this.#runAll(name, save)
    } finally {
      this.#following.delete(name)
    }
  }

  async #runAll(name: string, first: Save): Promise<void> {
    const [outcome] = await Promise.allSettled([first()])
    const next = this.#following.get(name)
    this.#following.set(name, undefined)
    if (next !== undefined) await this.#runAll(name, next)
    else if (outcome.status === 'rejected') throw outcome.reason
  }
}
