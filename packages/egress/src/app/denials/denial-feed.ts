/**
 * Denials on their way to the orchestrator, which keeps the logs of sandboxes. There is one reader; the newest denials that it
 * has not read are queued, up to a limit.
 */
import type { Denial } from '@cay/core/egress/denials.ts'
import { bounds } from '../../bounds.ts'

export interface SandboxDenial {
  readonly sandboxId: string
  readonly denial: Denial
}

export class DenialFeed {
  readonly #pending: SandboxDenial[] = []
  #wake: (() => void) | undefined

  push(denied: SandboxDenial): void {
    // A copy: the listed one goes on counting.
    this.#pending.push({ ...denied, denial: { ...denied.denial } })
    if (this.#pending.length > bounds.pendingDenialsMax) this.#pending.shift()
    this.#wake?.()
  }

  /** The pending denials, once there are some; empty after a while without, as a keepalive for the reader. */
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
