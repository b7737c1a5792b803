/**
 * Decides when to pause before the next read of a pipe. Each write wakes the reader, which takes most of the time when
 * a program writes much in small chunks: in gVisor 200 MB in chunks of 8 KiB take 1.5 s to 3 s when the reader always
 * waits, and 0.6 s when it pauses for 1 ms whenever a read returned little.
 */

/** More than this without a pause is a flood; ordinary commands never cause a pause of the reader. */
export const floodBytes = 256 * 1024
/** A read of more than this is not followed by a pause. */
export const enoughBytes = 64 * 1024
/** A silence of this length resets the count. */
export const pauseMs = 5

export class ReadPace {
  #bytes = 0
  #lastMs = Number.NEGATIVE_INFINITY

  /** Must be called for each read; the time is monotonic. */
  wantsRest(readBytes: number, nowMs: number): boolean {
    if (nowMs - this.#lastMs > pauseMs) this.#bytes = 0
    this.#lastMs = nowMs
    this.#bytes += readBytes
    return this.#bytes >= floodBytes && readBytes < enoughBytes
  }
}
