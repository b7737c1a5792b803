/**
 * How far a stream of events has come, counted in frames as its receiver counts them. Most frames are one event; one that
 * stands for lost events skips their numbers. Only so many skips are remembered: a receiver who is further back than
 * the oldest of them is taken for one who has nothing after it.
 */

const skipsMax = 64

export class StreamPosition {
  #next: number
  #frames = 0
  /** From this many frames on, the number of the last event is the frames plus `ahead`. */
  #skips: { readonly frames: number; readonly ahead: number }[]

  /** `last` is the number of the event before the stream's first. */
  constructor(last: number) {
    this.#next = last + 1
    this.#skips = [{ frames: 0, ahead: last }]
  }

  /** One more frame, which brings the receiver up to the event of this number. */
  sent(number: number): void {
    this.#frames += 1
    if (number !== this.#next) {
      this.#skips.push({ frames: this.#frames, ahead: number - this.#frames })
      if (this.#skips.length > skipsMax) this.#skips.shift()
    }
    this.#next = number + 1
  }

  /** The number of the last event that a receiver of so many frames has. */
  lastOf(frames: number): number {
    const known = Math.min(frames, this.#frames)
    const skip = this.#skips.findLast((each) => each.frames <= known)
    const oldest = this.#skips[0]
    return skip === undefined
      ? oldest === undefined
        ? 0
        : oldest.frames + oldest.ahead - 1
      : known + skip.ahead
  }
}
