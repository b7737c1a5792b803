/**
 * Pauses or ends what runs on a node that cannot renew its lease, before control may give the node up. What is paused stays on
 * the node: the object store may be as far away as control is.
 */
import { planFence } from '@cay/core/lease/plan-fence.ts'
import { Semaphore } from '@cay/kit/flow/semaphore.ts'
import { type PauseContext, pauseInTurn } from '../pause/pause-sandbox.ts'
import { endInTurn } from '../sandbox/end-sandbox.ts'
import { type KillContext, killSandbox } from './end-all.ts'
import type { NodeLease } from './node-lease.ts'

export interface FenceContext extends KillContext, PauseContext {
  readonly lease: NodeLease
  /** Of directories that nodes share: those that nothing that runs has. Absent: it has none. Never rejects. */
  readonly releaseVolumes?: () => Promise<void>
}

/** Milliseconds between rounds, by which the fence may be late. */
export const fenceEveryMs = 250
/** Sandboxes that are ended at once, beside those that are paused. */
const endsMax = 16
/** Milliseconds until a failed pause is tried again. */
const pauseAgainMs = 1_000

export class Fence {
  readonly #node: FenceContext
  readonly #ends = new Semaphore(endsMax)
  /** No more than can be captured at once, so that a renewal spares those that wait. */
  readonly #pauses: Semaphore
  readonly #kills = new Semaphore(endsMax)
  /** Sandboxes that are being paused or ended, and killed. */
  readonly #acting = new Set<string>()
  readonly #killing = new Set<string>()
  readonly #pauseAgainAtMs = new Map<string, number>()
  #isUp = false
  #isReleasing = false

  constructor(node: FenceContext, pausesMax: number) {
    this.#node = node
    this.#pauses = new Semaphore(pausesMax)
  }

  /** Starts what is due. It is safe to call it at any time; what is in progress is not started again. */
  round(): void {
    const { lease, registry } = this.#node
    const { times } = lease
    const sandboxes = registry.liveRecords().map(({ claim }) => claim)
    const steps = planFence({ ...times, sandboxes }, lease.bounds)
    this.#report(steps.length)
    for (const step of steps) {
      if (step.kind === 'kill') this.#kill(step.sandboxId)
      else if (!this.#acting.has(step.sandboxId) && this.#isDue(step.sandboxId, times.nowMs))
        void this.#act(step.sandboxId, step.kind === 'pause' ? { filesOnly: step.filesOnly } : undefined)
    }
    if (lease.standing === 'fenced') void this.#releaseVolumes()
  }

  /** Another node may get them as soon as control gives this one up. */
  async #releaseVolumes(): Promise<void> {
    if (this.#isReleasing) return
    this.#isReleasing = true
    await this.#node.releaseVolumes?.()
    this.#isReleasing = false
  }

  #isDue(sandboxId: string, nowMs: number): boolean {
    return (this.#pauseAgainAtMs.get(sandboxId) ?? 0) <= nowMs
  }

  #kill(sandboxId: string): void {
    const record = this.#node.registry.find(sandboxId)
    if (record === undefined || this.#killing.has(sandboxId)) return
    this.#killing.add(sandboxId)
    void this.#kills.run(() => killSandbox(this.#node, record)).finally(() => this.#killing.delete(sandboxId))
  }

  /** Never rejects: what fails is still there in the next round. */
  async #act(sandboxId: string, pause: { readonly filesOnly: boolean } | undefined): Promise<void> {
    const { log } = this.#node
    this.#acting.add(sandboxId)
    try {
      const permits = pause === undefined ? this.#ends : this.#pauses
      await permits.run(() => this.#inTurn(sandboxId, pause))
      this.#pauseAgainAtMs.delete(sandboxId)
    } catch (error) {
      this.#pauseAgainAtMs.set(sandboxId, this.#node.lease.times.nowMs + pauseAgainMs)
      log.error(
        { event: 'fence.sandbox.failed', sandboxID: sandboxId, err: error },
        'failed to pause or end a sandbox of a node without a lease; retried',
      )
    } finally {
      this.#acting.delete(sandboxId)
    }
  }

  #inTurn(sandboxId: string, pause: { readonly filesOnly: boolean } | undefined): Promise<void> {
    const node = this.#node
    return node.queue.run(sandboxId, async (preempted) => {
      const record = node.registry.find(sandboxId)
      // The lease may have been renewed while others had their turn.
      const isLate = this.#killing.has(sandboxId)
      if (record === undefined || isLate || node.lease.standing !== 'fenced') return
      if (pause === undefined) return await endInTurn(node, record, 'node_lost')
      await pauseInTurn(node, record, { ...pause, preempted, isDeferred: true })
    })
  }

  #report(sandboxes: number): void {
    const isUp = sandboxes > 0
    if (isUp && !this.#isUp)
      this.#node.log.error(
        { event: 'node.fenced', sandboxes },
        'the node could not renew its lease: its sandboxes are paused or ended',
      )
    this.#isUp = isUp
  }
}
