/**
 * Bounds the input that is queued for processes that do not read it. A caller that sends more than a process reads
 * gets an error, because the daemon's memory must not serve as an unbounded buffer.
 */

import { ServiceError } from '@cay/core/errors.ts'

/**
 * Limit of the bytes queued for one process before more is refused. If nothing is queued, one message is accepted
 * whatever its size.
 */
export const inputWaitingBytesMax = 16 * 1024 * 1024
/** Limit of the bytes queued for all processes together. */
export const allInputWaitingBytesMax = 96 * 1024 * 1024

export class InputBudget {
  #total = 0
  readonly #waiting = new Map<object, number>()

  /** `work` must resolve when `process` has read the bytes. Throws `rate_limited` without starting `work`. */
  async hold(process: object, bytes: number, work: () => Promise<void>): Promise<void> {
    const before = this.#waiting.get(process) ?? 0
    if (before > inputWaitingBytesMax || (this.#total > 0 && this.#total + bytes > allInputWaitingBytesMax)) {
      throw new ServiceError(
        'rate_limited',
        'too much input is queued for the process; retry when it has read some',
      )
    }
    this.#add(process, bytes)
    try {
      await work()
    } finally {
      this.#add(process, -bytes)
    }
  }

  #add(process: object, bytes: number): void {
    this.#total += bytes
    const now = (this.#waiting.get(process) ?? 0) + bytes
    if (now === 0) this.#waiting.delete(process)
    else this.#waiting.set(process, now)
  }
}
