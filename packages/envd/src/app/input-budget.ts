/**
 * Bounds the input that waits for processes which do not take it. Whoever sends more than a process takes is told so;
 * the daemon's memory is no place to keep it.
 */

import { ServiceError } from '@cay/core/errors.ts'

/** Waiting for one process, before more is refused. One message is taken whatever its size while nothing waits. */
export const inputWaitingBytesMax = 16 * 1024 * 1024
/** Waiting for all processes together. */
export const allInputWaitingBytesMax = 96 * 1024 * 1024

export class InputBudget {
  #total = 0
  readonly #waiting = new Map<object, number>()

  /** `work` resolves when `process` has taken so many bytes. Throws `rate_limited` without beginning it. */
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
