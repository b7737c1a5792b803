/**
 * Swaps out the memory of frozen sandboxes, one sandbox at a time and never while a create is in progress. Waking a sandbox
 * waits for the step in progress; its pages are swapped in as they are touched.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  mayTakeStep,
  poorStepsMax,
  restAfterStepMs,
  swapOutAfterMs,
  swapOutStepBytes,
  swapOutWorthBytes,
} from '@cay/core/swap/swap-out.ts'
import type { Swap } from '../../ports/swap.ts'
import type { NodeContext } from '../node/node-context.ts'
import type { LiveView } from '../sandbox/sandbox-registry.ts'

/** Milliseconds between polls. */
export const swapPollEveryMs = 1_000

interface Frozen {
  readonly sinceMs: number
  /** Consecutive steps that swapped out next to nothing. */
  poorSteps: number
}

type FrozenSwapperContext = Pick<NodeContext, 'registry' | 'queue' | 'starting' | 'clock' | 'log'>

export class FrozenSwapper {
  readonly #parts: FrozenSwapperContext
  readonly #swap: Swap
  /** By container id. */
  readonly #frozen = new Map<string, Frozen>()
  #isBusy = false
  #isClosed = false

  constructor(parts: FrozenSwapperContext, swap: Swap) {
    this.#parts = parts
    this.#swap = swap
  }

  /** Never rejects. A poll that would begin before the last one ended is skipped. */
  async poll(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      for (const view of this.#due()) await this.#swapOut(view)
    } catch (error) {
      this.#parts.log.warn({ event: 'swap.failed', err: error }, 'failed to swap out frozen sandboxes')
    } finally {
      this.#isBusy = false
    }
  }

  /** The step in progress completes. */
  close(): void {
    this.#isClosed = true
  }

  #due(): LiveView[] {
    const nowMs = this.#parts.clock.nowMs()
    const views = this.#parts.registry.runningViews().filter(({ frozen }) => frozen)
    const ids = new Set(views.map(({ record }) => record.container.id))
    for (const id of this.#frozen.keys()) if (!ids.has(id)) this.#frozen.delete(id)
    for (const id of ids) if (!this.#frozen.has(id)) this.#frozen.set(id, { sinceMs: nowMs, poorSteps: 0 })
    return views.filter(({ record }) => {
      const frozen = this.#frozen.get(record.container.id)
      if (frozen === undefined || frozen.poorSteps >= poorStepsMax) return false
      return nowMs - frozen.sinceMs >= swapOutAfterMs
    })
  }

  /** Swaps out in steps until nothing is left; a later poll continues what was interrupted. */
  async #swapOut({ record }: LiveView): Promise<void> {
    const { sandboxId } = record.claim
    while (this.#mayGoOn() && mayTakeStep(await this.#swap.room())) {
      const startedMs = performance.now()
      const taken = await this.#parts.queue.run(sandboxId, () => this.#step(sandboxId, record.container.id))
      const frozen = this.#frozen.get(record.container.id)
      if (taken === undefined || frozen === undefined) return
      const isPoor = taken < swapOutWorthBytes
      frozen.poorSteps = isPoor ? frozen.poorSteps + 1 : 0
      if (isPoor) return
      await sleep(restAfterStepMs(performance.now() - startedMs))
    }
  }

  #mayGoOn(): boolean {
    return !this.#isClosed && this.#parts.starting.size === 0
  }

  /** Undefined: the sandbox was woken or has ended. */
  async #step(sandboxId: string, containerId: string): Promise<number | undefined> {
    const { registry } = this.#parts
    if (!registry.isFrozen(sandboxId) || registry.find(sandboxId)?.container.id !== containerId)
      return undefined
    return await this.#swap.swapOut(containerId, swapOutStepBytes)
  }
}
