/** How many control processes there are: each limits requests to its share. */
import { isServiceError } from '@cay/core/errors.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { Clock } from '../../ports/host.ts'
import type { Store } from '../../ports/store.ts'
import type { Operations } from '../sandbox/operations.ts'

/** Duration of the lease in milliseconds, and how often it is renewed. */
const leaseMs = 15_000
const renewMs = 5_000

interface ReplicaDeps {
  readonly store: Store
  readonly leaseClock: Clock
  readonly log: Logger
  readonly operations: Operations
}

export class LiveReplicas {
  #count = 1

  /** This process included. */
  get count(): number {
    return this.#count
  }

  /** Renews the record of this process until the signal is aborted, and removes it then. Never throws. */
  async keepRenewing(deps: ReplicaDeps, signal: AbortSignal): Promise<void> {
    const { store, leaseClock, log, operations } = deps
    const attempt = async (task: () => Promise<void>) => {
      try {
        await task()
      } catch (error) {
        const level = isServiceError(error) ? 'debug' : 'error'
        log[level]({ event: 'replica.renew.failed', err: error }, 'failed to renew a lease; retrying')
      }
    }
    while (!signal.aborted) {
      const nowMs = leaseClock.nowMs()
      await attempt(async () => {
        this.#count = await store.renewReplica(operations.processId, { nowMs, untilMs: nowMs + leaseMs })
      })
      await leaseClock.sleep(renewMs, signal)
    }
    await attempt(() => store.removeReplica(operations.processId))
  }
}
