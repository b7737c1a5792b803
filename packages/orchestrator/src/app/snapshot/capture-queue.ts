/**
 * A capture holds the sandbox's turn while its memory is written, which may take a minute, and does not change the record of
 * the sandbox. So moving the timeout runs alongside the capture instead of waiting for it.
 */
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'

export class CaptureQueue {
  readonly #capturing = new Set<string>()
  readonly #alongside = new SerialQueue()

  /** For callers that hold the sandbox's turn. When this resolves, the tasks alongside the capture have ended. */
  async run<T>(sandboxId: string, capture: () => Promise<T>): Promise<T> {
    this.#capturing.add(sandboxId)
    try {
      return await capture()
    } finally {
      this.#capturing.delete(sandboxId)
      await this.#alongside.run(sandboxId, async () => undefined)
    }
  }

  /** Runs one task after another; undefined when the sandbox is not being captured. */
  alongside<T>(sandboxId: string, task: () => Promise<T>): Promise<T> | undefined {
    return this.#capturing.has(sandboxId) ? this.#alongside.run(sandboxId, task) : undefined
  }
}
