/**
 * A capture has the sandbox's turn for as long as its memory is written, which may be a minute, and changes nothing of the
 * sandbox's record. So what only moves the end goes beside it instead of waiting.
 */
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'

export class CaptureQueue {
  readonly #capturing = new Set<string>()
  readonly #alongside = new SerialQueue()

  /** For whoever has the sandbox's turn. What went beside the capture has ended when this resolves. */
  async run<T>(sandboxId: string, capture: () => Promise<T>): Promise<T> {
    this.#capturing.add(sandboxId)
    try {
      return await capture()
    } finally {
      this.#capturing.delete(sandboxId)
      await this.#alongside.run(sandboxId, async () => undefined)
    }
  }

  /** One task after another; undefined when the sandbox is not being captured. */
  alongside<T>(sandboxId: string, task: () => Promise<T>): Promise<T> | undefined {
    return this.#capturing.has(sandboxId) ? this.#alongside.run(sandboxId, task) : undefined
  }
}
