/**
 * Holds a process up, as a pipe would, while somebody who is to have its output is behind and takes of it; nobody may do so
 * for long without taking any.
 */
import type { StartedProcess } from '../ports/process.ts'

export interface Follower {
  readonly isBehind: boolean
  /** It has held the process up for another half second; when that was too long, it is not behind any more. */
  heldUp(): void
}

const tickMs = 500
/**
 * So many half seconds a process waits for somebody who takes nothing. A client on a busy machine, or behind a slow line whose
 * buffers empty a megabyte at a time, stands still for seconds; whoever takes nothing for this long has most likely left.
 */
export const patienceTicks = 20

export class Backpressure {
  readonly #followers: () => Iterable<Follower>
  #started: StartedProcess | undefined
  #ticking: NodeJS.Timeout | undefined

  constructor(followers: () => Iterable<Follower>) {
    this.#followers = followers
  }

  /** To be called after each output. */
  check(started: StartedProcess | undefined): void {
    if (this.#ticking !== undefined || !this.#someoneIsBehind()) return
    this.#started = started
    started?.pauseOutput()
    // Ticks, not one long wait: a clock that jumps over a checkpoint is one of them.
    this.#ticking = setInterval(() => this.#tick(), tickMs)
  }

  /** To be called when somebody has caught up or left. */
  resumeIfCaughtUp(): void {
    if (this.#ticking === undefined || this.#someoneIsBehind()) return
    this.stop()
    this.#started?.resumeOutput()
  }

  stop(): void {
    clearInterval(this.#ticking)
    this.#ticking = undefined
  }

  #tick(): void {
    for (const follower of this.#followers()) if (follower.isBehind) follower.heldUp()
    this.resumeIfCaughtUp()
  }

  #someoneIsBehind(): boolean {
    for (const follower of this.#followers()) if (follower.isBehind) return true
    return false
  }
}
