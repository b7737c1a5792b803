/**
 * How far a stream of events has come, counted in frames as its receiver counts them. Most frames are one event; a start
 * or a keepalive is none, and one that stands for lost events is many. Only so many of these are remembered: of a
 * receiver who is further back than the oldest of them it is not known what it has.
 */

const turnsMax = 64

export class StreamPosition {
  #last: number
  #frames = 0
  /** From this many frames on, the number of the last event is the frames plus `ahead`. */
  #turns: { readonly frames: number; readonly ahead: number }[]

  /** `last` is the number of the event before the stream's first. */
  constructor(last: number) {
    this.#last = last
    this.#turns = [{ frames: 0, ahead: last }]
  }

  get frames(): number {
    return this.#frames
  }

  /** One more frame, which brings the receiver up to the event of this number; without one, where it is. */
  sent(number = this.#last): void {
    this.#frames += 1
    if (number !== this.#last + 1) {
      this.#turns.push({ frames: this.#frames, ahead: number - this.#frames })
      if (this.#turns.length > turnsMax) this.#turns.shift()
    }
    this.#last = number
  }

  /** The number of the last event that a receiver of so many frames has; undefined when that is not known. */
  lastOf(frames: number): number | undefined {
    const known = Math.min(frames, this.#frames)
    const turn = this.#turns.findLast((each) => each.frames <= known)
    return turn === undefined ? undefined : known + turn.ahead
  }

  /** What the receiver does not have is to be sent again. Answers what `lastOf` does. */
  goBackTo(frames: number): number | undefined {
    const last = this.lastOf(frames)
    if (last === undefined) return undefined
    this.#frames = Math.min(frames, this.#frames)
    this.#last = last
    this.#turns = this.#turns.filter((each) => each.frames <= this.#frames)
    return last
  }
}
