/**
 * Applies backpressure to a process, as a pipe would, while a reader of its output is behind and still reading. A
 * reader that reads nothing can hold the process up only for a limited time.
 */
import type { StartedProcess } from '../../ports/process.ts'

export interface Follower {
  readonly isBehind: boolean
  /**
   * Called after each further half second in which this follower held the process up. A follower that exceeds its
   * patience must stop reporting itself as behind.
   */
  heldUp(): void
}

const tickMs = 500
/**
 * Number of half-second ticks for which a process waits for a reader that reads nothing. A client on a busy machine,
 * or behind a slow link whose buffers drain a megabyte at a time, can stall for seconds; a reader that stalls for
 * longer than this has most likely gone.
 */
export const patienceTicks = 20

export class Backpressure {
  readonly #followers: () => Iterable<Follower>
  #started: StartedProcess | undefined
  #ticking: NodeJS.Timeout | undefined

  constructor(followers: () => Iterable<Follower>) {
    this.#followers = followers
  }

  /** Must be called after each piece of output. */
  check(started: StartedProcess | undefined): void {
    if (this.#ticking !== undefined || !this.#someoneIsBehind()) return
    this.#started = started
    started?.pauseOutput()
    // This counts ticks instead of setting one long timeout: a clock jump across a checkpoint then counts as a single
    // tick.
    this.#ticking = setInterval(() => this.#tick(), tickMs)
  }

  /** Must be called when a reader has caught up or left. */
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
