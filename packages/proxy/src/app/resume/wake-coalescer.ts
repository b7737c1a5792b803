/** Has the orchestrator wake sandboxes that stand still, once for all who wait, and not again until the orchestrator tells of a change. */
import type { Route } from '@cay/core/routing/phase.ts'
import type { Logger } from '@cay/kit/log.ts'
import { bounds } from '../../bounds.ts'
import type { OrchestratorClient } from '../../ports.ts'

export interface WakeCoalescerDeps {
  readonly orchestrator: Pick<OrchestratorClient, 'wake'>
  readonly log: Logger
}

export class WakeCoalescer {
  readonly #deps: WakeCoalescerDeps
  readonly #awake = new WeakSet<Route>()
  readonly #underWay = new Map<string, Promise<void>>()

  constructor(deps: WakeCoalescerDeps) {
    this.#deps = deps
  }

  /** Undefined when there is nothing to wait for. Never rejects: a dial says what is the matter. */
  ensureAwake(sandboxId: string, route: Route): Promise<void> | undefined {
    if (!route.isFrozen || this.#awake.has(route)) return undefined
    return this.wake(sandboxId).then((isAwake) => {
      if (isAwake) this.#awake.add(route)
    })
  }

  /** True when the orchestrator has done it. */
  async wake(sandboxId: string): Promise<boolean> {
    try {
      await this.#share(sandboxId)
      return true
    } catch (error) {
      this.#deps.log.warn({ sandboxID: sandboxId, err: error }, 'a sandbox could not be woken')
      return false
    }
  }

  #share(sandboxId: string): Promise<void> {
    const known = this.#underWay.get(sandboxId)
    if (known !== undefined) return known
    const asked = this.#deps.orchestrator
      .wake(sandboxId, AbortSignal.timeout(bounds.wakeMsMax))
      .finally(() => this.#underWay.delete(sandboxId))
    this.#underWay.set(sandboxId, asked)
    return asked
  }
}
