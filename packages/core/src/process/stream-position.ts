/**
 * The position of an event stream, counted in frames as the receiver counts them. Most frames are one event; a start or
 * keepalive frame is none, and a frame for dropped events is many. Only a limited number of these offsets is kept: for
 * a receiver that is further behind than the oldest one, the position is unknown.
 */

const turnsMax = 64

export class StreamPosition {
  #last: number
  #frames = 0
  /** From this number of frames on, the number of the last event is the frames plus `ahead`. */
  #turns: { readonly frames: number; readonly ahead: number }[]

  /** `last` is the number of the event before the stream's first. */
  constructor(last: number) {
    this.#last = last
    this.#turns = [{ frames: 0, ahead: last }]
  }

  get frames(): number {
    return this.#frames
  }

  /**
   * Counts one frame, which advances the receiver to the event of this number; without a number it advances by none.
   */
  sent(number = this.#last): void {
    this.#frames += 1
    if (number !== this.#last + 1) {
      this.#turns.push({ frames: this.#frames, ahead: number - this.#frames })
      if (this.#turns.length > turnsMax) this.#turns.shift()
    }
    this.#last = number
  }

  /** The number of the last event that a receiver of this many frames has; undefined when it is unknown. */
  lastOf(frames: number): number | undefined {
    const known = Math.min(frames, this.#frames)
    const turn = this.#turns.findLast((each) => each.frames <= known)
    return turn === undefined ? undefined : known + turn.ahead
  }

  /** Rewinds to events that the receiver lacks, which will be sent again. Returns the same as `lastOf`. */
  goBackTo(frames: number): number | undefined {
    const last = this.lastOf(frames)
    if (last === undefined) return undefined
    this.#frames = Math.min(frames, this.#frames)
    this.#last = last
    this.#turns = this.#turns.filter((each) => each.frames <= this.#frames)
    return last
  }
}
