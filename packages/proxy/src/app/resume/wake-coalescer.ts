/**
 * Thaws frozen sandboxes: one call for all waiting requests (single flight), and no further call until the route
 * changes.
 */
import type { Route } from '@cay/core/routing/phase.ts'
import type { Logger } from '@cay/kit/log.ts'
import { bounds } from '../../bounds.ts'
import type { OrchestratorClient } from '../../ports/orchestrator.ts'

export interface WakeCoalescerDeps {
  readonly orchestrator: Pick<OrchestratorClient, 'wake'>
  readonly log: Logger
}

export class WakeCoalescer {
  readonly #deps: WakeCoalescerDeps
  readonly #awake = new WeakSet<Route>()
  readonly #inFlight = new Map<string, Promise<void>>()

  constructor(deps: WakeCoalescerDeps) {
    this.#deps = deps
  }

  /** Undefined when the sandbox is awake. Never rejects: when the wake fails, the connect that follows reports it. */
  ensureAwake(sandboxId: string, route: Route): Promise<void> | undefined {
    if (!route.isFrozen || this.#awake.has(route)) return undefined
    return this.wake(sandboxId).then((isAwake) => {
      if (isAwake) this.#awake.add(route)
    })
  }

  /** True when the orchestrator has woken the sandbox. */
  async wake(sandboxId: string): Promise<boolean> {
    try {
      await this.#share(sandboxId)
      return true
    } catch (error) {
      this.#deps.log.warn(
        { event: 'sandbox.wake.failed', sandboxID: sandboxId, err: error },
        'failed to wake a sandbox',
      )
      return false
    }
  }

  #share(sandboxId: string): Promise<void> {
    const known = this.#inFlight.get(sandboxId)
    if (known !== undefined) return known
    const call = this.#deps.orchestrator
      .wake(sandboxId, AbortSignal.timeout(bounds.wakeMsMax))
      .finally(() => this.#inFlight.delete(sandboxId))
    this.#inFlight.set(sandboxId, call)
    return call
  }
}
