/**
 * When to rest before the next read of a pipe. Whoever waits for a pipe is woken by each write; of a program that writes much
 * in small pieces that takes most of the time: in gVisor 200 MB in pieces of 8 KiB come through a pipe in 1.5 s to 3 s when
 * the reader is always there, and in 0.6 s when it rests for 1 ms whenever it has found little.
 */

/** So much without a pause is a flood; ordinary commands never rest. */
export const floodBytes = 256 * 1024
/** A read of more than this has found enough. */
export const enoughBytes = 64 * 1024
/** Output begins anew after a pause as long as this. */
export const pauseMs = 5

export class ReadPace {
  #bytes = 0
  #lastMs = Number.NEGATIVE_INFINITY

  /** To be told of each read; the time is monotonic. */
  wantsRest(readBytes: number, nowMs: number): boolean {
    if (nowMs - this.#lastMs > pauseMs) this.#bytes = 0
    this.#lastMs = nowMs
    this.#bytes += readBytes
    return this.#bytes >= floodBytes && readBytes < enoughBytes
  }
}
