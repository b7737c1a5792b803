/**
 * Refreshes the routes from the orchestrator when a request comes for an unknown sandbox, which may have been created
 * a millisecond ago. However many requests wait, one listing is in flight and one more is queued behind it, with a
 * minimum interval between the two.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@cay/kit/log.ts'
import { bounds } from '../../bounds.ts'
import type { OrchestratorClient } from '../../ports/orchestrator.ts'
import type { Routes } from './routes.ts'

export interface RouteLookupDeps {
  readonly orchestrator: Pick<OrchestratorClient, 'list'>
  readonly routes: Pick<Routes, 'epoch' | 'applyListing'>
  readonly log: Logger
}

export class RouteLookup {
  readonly #deps: RouteLookupDeps
  #waiting: Promise<void> | undefined
  #running: Promise<void> = Promise.resolve()
  #startedAtMs = Number.NEGATIVE_INFINITY

  constructor(deps: RouteLookupDeps) {
    this.#deps = deps
  }

  /**
   * Resolves when the routes hold a listing that was requested after this call, or when that request failed. Never
   * rejects.
   */
  refresh(): Promise<void> {
    this.#waiting ??= this.#refreshNext()
    return this.#waiting
  }

  async #refreshNext(): Promise<void> {
    await this.#running
    const gapMs = this.#startedAtMs + bounds.routeLookupGapMs - performance.now()
    if (gapMs > 0) await sleep(gapMs)
    this.#waiting = undefined
    this.#startedAtMs = performance.now()
    this.#running = this.#refreshOnce()
    await this.#running
  }

  async #refreshOnce(): Promise<void> {
    try {
      const isApplied = await this.#listOnce()
      if (!isApplied) await this.#listOnce()
    } catch (error) {
      this.#deps.log.debug({ event: 'route.lookup.failed', err: error }, 'failed to look up a route')
    }
  }

  /** False when the listing came too late to be applied. */
  async #listOnce(): Promise<boolean> {
    const { orchestrator, routes } = this.#deps
    const epoch = routes.epoch
    return routes.applyListing(await orchestrator.list(AbortSignal.timeout(bounds.routeLookupMsMax)), epoch)
  }
}
