/** How many control processes there are: each limits requests to its share, and nodes are told with each renewal. */
import { isServiceError } from '@cay/core/errors.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { Clock } from '../../ports/host.ts'
import type { Store } from '../../ports/store.ts'
import type { Operations } from '../sandbox/operations.ts'

/** Duration of the lease in milliseconds, and how often it is renewed. */
const leaseMs = 15_000
const renewMs = 5_000
/** By then each other process has renewed its record too, and seen this one. */
const knownToAllMs = 2 * leaseMs

interface ReplicaDeps {
  readonly store: Pick<Store, 'renewReplica' | 'removeReplica'>
  readonly leaseClock: Clock
  readonly log: Logger
  readonly operations: Pick<Operations, 'processId'>
}

export class LiveReplicas {
  #count = 1
  #renewedAtMs = Number.NEGATIVE_INFINITY
  /** Of this process's records since there was another process: first and last. */
  #several: { readonly sinceMs: number; readonly untilMs: number } | undefined

  /** This process included. */
  get count(): number {
    return this.#count
  }

  /**
   * Whether a node that renewed its lease then, and not since, was told of several processes, whichever of them it asked. False also when
   * that is not known: before this process was there, and after the database was away.
   */
  wasToldOfSeveral(renewedAtMs: number): boolean {
    if (this.#several === undefined) return false
    const { sinceMs, untilMs } = this.#several
    return renewedAtMs >= sinceMs + knownToAllMs && renewedAtMs <= untilMs
  }

  /** Renews the record of this process until the signal is aborted, and removes it then. Never throws. */
  async keepRenewing(deps: ReplicaDeps, signal: AbortSignal): Promise<void> {
    const { store, leaseClock, log, operations } = deps
    const attempt = async (task: () => Promise<void>) => {
      try {
        await task()
      } catch (error) {
        this.#several = undefined
        const level = isServiceError(error) ? 'debug' : 'error'
        log[level]({ event: 'replica.renew.failed', err: error }, 'failed to renew a lease; retrying')
      }
    }
    while (!signal.aborted) {
      const nowMs = leaseClock.nowMs()
      await attempt(async () => {
        this.#count = await store.renewReplica(operations.processId, { nowMs, untilMs: nowMs + leaseMs })
        this.#noteSeveral(nowMs)
      })
      await leaseClock.sleep(renewMs, signal)
    }
    await attempt(() => store.removeReplica(operations.processId))
  }

  #noteSeveral(nowMs: number): void {
    // Otherwise the record had expired, and others counted without this process.
    const isKept = nowMs - this.#renewedAtMs < leaseMs
    const before = isKept && this.#several?.untilMs === this.#renewedAtMs ? this.#several : undefined
    if (this.#count > 1) this.#several = { sinceMs: before?.sinceMs ?? nowMs, untilMs: nowMs }
    else if (!isKept) this.#several = undefined
    this.#renewedAtMs = nowMs
  }
}
