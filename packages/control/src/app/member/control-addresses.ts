/** Where nodes find the control processes: each says so while it runs. */
import { isServiceError } from '@cay/core/errors.ts'
import type { Deps } from '../deps.ts'

/** Duration of the lease in milliseconds, and how often it is renewed. */
const leaseMs = 15_000
const renewMs = 5_000

export class ControlAddresses {
  readonly #own: string
  #all: readonly string[]

  constructor(own: string) {
    this.#own = own
    this.#all = [own]
  }

  /** As they were found last. */
  get all(): readonly string[] {
    return this.#all
  }

  /** Until the signal is aborted. Never throws. */
  async keepRenewing(
    { store, clock, log }: Pick<Deps, 'store' | 'clock' | 'log'>,
    signal: AbortSignal,
  ): Promise<void> {
    const attempt = async (task: () => Promise<void>) => {
      try {
        await task()
      } catch (error) {
        const level = isServiceError(error) ? 'debug' : 'error'
        log[level]({ event: 'replica.renew.failed', err: error }, 'failed to renew a lease; retrying')
      }
    }
    while (!signal.aborted) {
      const nowMs = clock.nowMs()
      await attempt(async () => {
        this.#all = await store.renewAddress(this.#own, { nowMs, untilMs: nowMs + leaseMs })
      })
      await clock.sleep(renewMs, signal)
    }
    await attempt(() => store.removeAddress(this.#own))
  }
}
