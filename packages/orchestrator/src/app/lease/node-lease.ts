/**
 * The lease of the node, by the node's own clock:
 *
 *   held ──15 s──► lapsed ──255 s──► fenced          since the last granted renewal was sent
 *     ▲              │                  │
 *     └── granted ───┴──────────────────┘            `lost` closes the node until all that ran has ended
 */
import {
  agreedBounds,
  defaultLeaseBounds,
  type LeaseBounds,
  type LeaseStanding,
  type LeaseTimes,
  leaseRefusal,
  leaseStanding,
} from '@cay/core/lease/standing.ts'
import type { BootClock, LeaseFile, Renewal, StoredLease } from '../../ports/lease.ts'

export interface LeaseGuard {
  /** The node belongs to a cluster: what it may do on its own ends where another node may do it as well. */
  readonly isMember: boolean
  /** Throws `no_capacity` when nothing may start on the node. */
  checkHeld(): void
}

/** A single machine needs no lease. */
export const soleNode: LeaseGuard = { isMember: false, checkHeld: () => undefined }

export interface NodeLeaseOptions {
  readonly clock: BootClock
  readonly file: LeaseFile
  readonly kept: StoredLease | undefined
}

export class NodeLease implements LeaseGuard {
  readonly isMember = true
  readonly #clock: BootClock
  readonly #file: LeaseFile
  /** Without a renewal, the fence is counted from here. */
  readonly #startedAtMs: number
  #bounds: LeaseBounds
  #incarnation: number
  #lastSentAtMs: number | undefined
  #excusedAtMs = Number.NEGATIVE_INFINITY
  #isOnlyControl = false
  #isGivenUp = false

  constructor({ clock, file, kept }: NodeLeaseOptions) {
    this.#clock = clock
    this.#file = file
    // Control counts by what it stated last, also when this service starts again meanwhile.
    this.#bounds = kept?.bounds ?? defaultLeaseBounds
    this.#startedAtMs = clock.nowMs()
    this.#incarnation = kept?.incarnation ?? 0
    this.#lastSentAtMs = kept?.bootId === clock.bootId ? kept.lastSentAtMs : undefined
  }

  get incarnation(): number {
    return this.#incarnation
  }

  get bounds(): LeaseBounds {
    return this.#bounds
  }

  get times(): LeaseTimes {
    const lastSentAtMs = this.#lastSentAtMs ?? this.#startedAtMs
    const fenceFromMs = Math.max(lastSentAtMs, this.#excusedAtMs)
    return { nowMs: this.#clock.nowMs(), lastSentAtMs, fenceFromMs }
  }

  get standing(): LeaseStanding {
    return leaseStanding(this.times, this.#bounds)
  }

  get isHeld(): boolean {
    return this.#lastSentAtMs !== undefined && !this.#isGivenUp && this.standing === 'held'
  }

  checkHeld(): void {
    if (this.isHeld) return
    const last = this.#isGivenUp ? undefined : this.#lastSentAtMs
    throw leaseRefusal(last === undefined ? undefined : this.times.nowMs - last)
  }

  /** `sentAtMs`: by the clock of the lease, before the request was sent. An answer that was overtaken changes nothing. */
  async grant(sentAtMs: number, { incarnation, replicas, ...bounds }: Renewal): Promise<void> {
    this.#lastSentAtMs = Math.max(sentAtMs, this.#lastSentAtMs ?? sentAtMs)
    this.#bounds = agreedBounds(bounds)
    this.#incarnation = incarnation
    this.#isGivenUp = false
    this.#isOnlyControl = replicas === 1
    await this.#keep()
  }

  /**
   * Control answered that it cannot reach its database, and counts no loss until it can. Where there are several control
   * processes another one may count, so the fence goes on.
   */
  excuse(sentAtMs: number): void {
    if (this.#isOnlyControl) this.#excusedAtMs = sentAtMs
  }

  /** Control has given up what runs here: nothing starts until it has ended and the lease is renewed. */
  giveUp(): void {
    this.#isGivenUp = true
  }

  /** Everything of older incarnations has ended. */
  async goOnAs(incarnation: number): Promise<void> {
    this.#incarnation = incarnation
    await this.#keep()
  }

  async #keep(): Promise<void> {
    const last = this.#lastSentAtMs
    await this.#file.write({
      bootId: this.#clock.bootId,
      incarnation: this.#incarnation,
      bounds: this.#bounds,
      ...(last === undefined ? {} : { lastSentAtMs: last }),
    })
  }
}
