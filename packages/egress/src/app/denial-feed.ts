/**
 * Refusals on their way to whoever keeps the logs of sandboxes. There is one reader; what it has not taken waits for it, the
 * newest in a bounded number.
 */
import type { Denial } from '@cay/core/egress/denials.ts'
import { bounds } from '../bounds.ts'

export interface SandboxDenial {
  readonly sandboxId: string
  readonly denial: Denial
}

export class DenialFeed {
  readonly #pending: SandboxDenial[] = []
  #wake: (() => void) | undefined

  push(denied: SandboxDenial): void {
    // A copy: the one that is listed goes on counting.
    this.#pending.push({ ...denied, denial: { ...denied.denial } })
    if (this.#pending.length > bounds.pendingDenialsMax) this.#pending.shift()
    this.#wake?.()
  }

  /** What is untold, once there is something; empty after a while without, so that the reader knows that we live. */
  async take(signal: AbortSignal): Promise<readonly SandboxDenial[]> {
    if (this.#pending.length === 0 && !signal.aborted) await this.#untilPushed(signal)
    return signal.aborted ? [] : this.#pending.splice(0)
  }

  async #untilPushed(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, bounds.denialSilenceMsMax)
    this.#wake = resolve
    signal.addEventListener('abort', () => resolve(), { once: true })
    await promise
    clearTimeout(timer)
  }
}
