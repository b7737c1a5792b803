/** Holds a process up, as a pipe would, while somebody who is to have its output is behind; nobody may do so for long. */
import type { StartedProcess } from '../ports.ts'

export interface Follower {
  readonly isBehind: boolean
  /** How many half seconds it may hold the process up. */
  readonly patience: number
  /** It has held the process up for too long; from now on it is not behind. */
  losePatience(): void
}

const tickMs = 500

export class OutputPace {
  readonly #followers: () => Iterable<Follower>
  #started: StartedProcess | undefined
  #ticking: NodeJS.Timeout | undefined
  #ticks = 0

  constructor(followers: () => Iterable<Follower>) {
    this.#followers = followers
  }

  /** To be called after each output. */
  check(started: StartedProcess | undefined): void {
    if (this.#ticking !== undefined || !this.#someoneIsBehind()) return
    this.#started = started
    this.#ticks = 0
    started?.pauseOutput()
    // Ticks, not one long wait: a clock that jumps over a checkpoint is one of them.
    this.#ticking = setInterval(() => this.#tick(), tickMs)
  }

  /** To be called when somebody has caught up or left. */
  goOnIfAllFollow(): void {
    if (this.#ticking === undefined || this.#someoneIsBehind()) return
    this.stop()
    this.#started?.resumeOutput()
  }

  stop(): void {
    clearInterval(this.#ticking)
    this.#ticking = undefined
  }

  #tick(): void {
    this.#ticks += 1
    for (const follower of this.#followers()) {
      if (follower.isBehind && this.#ticks >= follower.patience) follower.losePatience()
    }
    this.goOnIfAllFollow()
  }

  #someoneIsBehind(): boolean {
    for (const follower of this.#followers()) if (follower.isBehind) return true
    return false
  }
}
