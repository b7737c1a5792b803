/**
 * The clock that leases are counted on. Processes compare the ends of one another's leases, and the clocks of their machines may
 * differ or be set, so all of them take the time of the database: it is read every few seconds, and carried on in between by
 * a clock that is never set. Everything that users see is dated by the clock of the machine.
 */
import { isServiceError } from '@cay/core/errors.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { Clock } from '../../ports/host.ts'
import type { Store } from '../../ports/store.ts'

const readEveryMs = 5_000
/** A reading that took longer tells too little: the database's time may be of its beginning or of its end. */
const readMsMax = 1_000
/** A difference in milliseconds that users may notice. */
const differenceMsMax = 2_000

interface LeaseClockDeps {
  readonly store: Pick<Store, 'readClock'>
  /** Of the machine. */
  readonly clock: Clock
  readonly log: Logger
  /** Milliseconds since any moment; never set. */
  readonly monotonicMs: () => number
}

export class LeaseClock implements Clock {
  readonly #deps: LeaseClockDeps
  /** Of the database to the monotonic clock. */
  #offsetMs: number | undefined
  #isTold = false

  private constructor(deps: LeaseClockDeps) {
    this.#deps = deps
  }

  /** Rejects when the database does not answer. */
  static async start(deps: LeaseClockDeps): Promise<LeaseClock> {
    const clock = new LeaseClock(deps)
    await clock.#read()
    return clock
  }

  nowMs(): number {
    return Math.round(this.#deps.monotonicMs() + (this.#offsetMs ?? 0))
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#deps.clock.sleep(ms, signal)
  }

  /** Follows the clock of the database until the signal is aborted. Never throws. */
  async keepReading(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#deps
    while (!signal.aborted) {
      await clock.sleep(readEveryMs, signal)
      try {
        if (!signal.aborted) await this.#read()
      } catch (error) {
        const level = isServiceError(error) ? 'debug' : 'error'
        log[level]({ event: 'replica.renew.failed', err: error }, 'failed to read the clock of the database')
      }
    }
  }

  async #read(): Promise<void> {
    const { store, clock, monotonicMs } = this.#deps
    const startMs = monotonicMs()
    const databaseMs = await store.readClock()
    const tookMs = monotonicMs() - startMs
    if (this.#offsetMs !== undefined && tookMs > readMsMax) return
    this.#offsetMs = databaseMs - (startMs + tookMs / 2)
    this.#tell(clock.nowMs() - this.nowMs(), tookMs)
  }

  /** Once for each time that the clocks begin to differ. */
  #tell(differenceMs: number, uncertainMs: number): void {
    const differs = Math.abs(differenceMs) - uncertainMs > differenceMsMax
    if (differs && !this.#isTold)
      this.#deps.log.warn(
        { event: 'clock.differs', differenceMs: Math.round(differenceMs) },
        'the clocks of this machine and of the database differ: synchronise them',
      )
    this.#isTold = differs
  }
}
