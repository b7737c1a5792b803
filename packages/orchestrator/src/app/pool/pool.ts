/**
 * Containers restored ahead of requests. How many are kept for each template is planned from recent demand (core/pool), within
 * the limits of the node; only the newest build of a template has a pool. All but the next one to be claimed are frozen. The
 * pool is filled in the background while no create is in progress, and a failure is retried after a pause.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isServiceError } from '@cay/core/errors.ts'
import { decidePoolStep, type PoolStep } from '@cay/core/pool/next-step.ts'
import { type PoolBounds, type PoolShare, planPool } from '@cay/core/pool/plan.ts'
import { type CreatedBounds, planCreated } from '@cay/core/pool/plan-created.ts'
import type { Clock } from '../../ports/host.ts'
import type { ContainerRecord } from '../../ports/record.ts'
import type { TemplateBuild } from '../../ports/template.ts'
import type { ContainerParts } from '../container/container-parts.ts'
import { removeContainer } from '../container/remove-container.ts'
import { makePooled } from './make-pooled.ts'
import { PoolInventory } from './pool-inventory.ts'
import { type PooledCheckpoints, type PoolKind, PoolKinds, poolKind } from './pool-kinds.ts'
import { PooledContainer } from './pooled-container.ts'

/** Milliseconds for the response to reach its caller: starting a program takes as long as responding. */
const fillAfterCreateMs = 25
/** Milliseconds between a failed step and its retry. */
const refillAfterFailureMs = 5_000
/** Milliseconds between checks whether a create is in progress. */
const busyPollMs = 25
/**
 * Milliseconds after which a step is taken although creates are in progress, unless creates queue: there may always be some.
 */
export const busyMsMax = 1_000
/** Milliseconds between two plans: demand decreases with time alone. */
export const fillEveryMs = 10_000

const noPool: PoolBounds = { sizeMin: 0, countMax: 0, memoryMbMax: 0 }

export interface PoolOptions {
  readonly bounds: PoolBounds
  readonly createdBounds: CreatedBounds
  /** MiB of memory that neither sandboxes nor the pool may use. */
  readonly memoryReserveMb: number
  /** Maximum number of containers that are created concurrently. */
  readonly makersMax: number
  /** A create is in progress. */
  readonly isBusy: () => boolean
  /** Creates queue: whatever is made beside them delays all of them. */
  readonly isSaturated: () => boolean
  /** False: the pool is emptied. */
  readonly isEnabled: () => boolean
  readonly volumeCheckpoints: PooledCheckpoints
  readonly clock: Clock
}

export class Pool {
  readonly #parts: ContainerParts
  readonly #options: PoolOptions
  readonly #inventory = new PoolInventory()
  readonly #kinds: PoolKinds
  /** Of the last plan, by name. */
  #planned: ReadonlyMap<string, PoolKind> = new Map()
  #filling: Promise<void> | undefined
  /** Whether anything changed since the last plan. */
  #isChanged = false
  #retry: NodeJS.Timeout | undefined
  #soon: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(parts: ContainerParts, options: PoolOptions) {
    this.#parts = parts
    this.#options = options
    this.#kinds = new PoolKinds(options.volumeCheckpoints)
  }

  get size(): number {
    return this.records().length
  }

  records(): ContainerRecord[] {
    return this.#inventory.records()
  }

  /** Keeps pools for these builds only. */
  setBuilds(builds: readonly TemplateBuild[]): void {
    this.#kinds.setBuilds(builds)
    this.fill()
  }

  /**
   * Hands a ready container of the build over to the caller; undefined when there is none. With `hasVolumes` it has the
   * directory of volumes, and none in it. The caller calls `fillSoon` when its create is done: a restore beside it would slow
   * it down.
   */
  async take(buildId: string, hasVolumes = false): Promise<ContainerRecord | undefined> {
    this.#kinds.noteDemand(buildId, hasVolumes, this.#options.clock.nowMs())
    const kind = poolKind(buildId, hasVolumes)
    for (let next = this.#next(kind); next !== undefined; next = this.#next(kind)) {
      const { record } = next
      const { id } = record.container
      this.#inventory.take(id)
      try {
        await next.thaw()
        return record
      } catch (error) {
        this.#parts.log.warn(
          { event: 'pool.container.unusable', containerID: id, err: error },
          'failed to thaw a pooled container; removing it',
        )
        this.#remove(record)
      }
    }
    return undefined
  }

  /** Removes a container from the pool, because it died. */
  drop(containerId: string): ContainerRecord | undefined {
    return this.#inventory.take(containerId)
  }

  /** Fills the pool in the background, and replaces the preallocated slots that were used. */
  fill(): void {
    this.#isChanged = true
    if (this.#isClosed || this.#filling !== undefined || this.#retry !== undefined) return
    this.#filling = this.#fillConcurrently()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#filling = undefined
        if (this.#isChanged) this.fill()
      })
  }

  /** Fills the pool a moment later, after the response to a create was sent. */
  fillSoon(): void {
    if (this.#isClosed) return
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined
      this.fill()
    }, fillAfterCreateMs)
  }

  /** Resolves when each build has a pooled container, when filling has stopped, or after the timeout. */
  async hasOneOfEach(timeoutMs: number): Promise<void> {
    const deadline = Date.now() + timeoutMs
    const isLacking = () => this.#kinds.plain().some(({ buildId }) => !this.#inventory.has(buildId))
    while (isLacking() && this.#filling !== undefined && Date.now() < deadline) await sleep(busyPollMs)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    clearTimeout(this.#soon)
    await this.#filling
    const records = this.records()
    for (const { container } of records) this.#inventory.take(container.id)
    await Promise.all(records.map((record) => removeContainer(this.#parts, record)))
  }

  #next(kind: string): PooledContainer | undefined {
    return this.#inventory.find(kind, { frozen: false })
  }

  async #fillConcurrently(): Promise<void> {
    const workers = Array.from({ length: this.#options.makersMax }, () => this.#fillInSteps())
    const outcomes = await Promise.allSettled(workers)
    await this.#untilIdle()
    if (!this.#isClosed) await this.#prepareMore()
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  /** Creates containers and slots ahead, once every pool is full. */
  async #prepareMore(): Promise<void> {
    const { created, preallocatedSlots } = this.#parts
    const { room, shares } = await this.#measure()
    const nowMs = this.#options.clock.nowMs()
    const bounds = this.#options.createdBounds
    const kinds = this.#kinds.plain()
    const plan = planCreated(kinds, shares, { bounds, room, created: created.size, nowMs })
    const build = kinds.find(({ buildId }) => buildId === plan?.buildId)?.build
    created.keep(build, this.#options.isEnabled() ? (plan?.size ?? 0) : 0)
    created.fill(this.#options.isBusy)
    preallocatedSlots.fill()
  }

  async #fillInSteps(): Promise<void> {
    for (;;) {
      this.#isChanged = false
      const shares = await this.#plan()
      // Nothing else runs between the decision and the first action of the step.
      const step = this.#decide(shares)
      if (step.kind === 'none') return
      const isCheap = step.kind === 'thaw' || step.kind === 'freeze'
      if (isCheap || !this.#options.isBusy()) await this.#do(step)
      else {
        await this.#untilIdle()
        // Creates took some containers meanwhile.
        await this.#do(this.#decide(shares))
      }
    }
  }

  async #untilIdle(): Promise<void> {
    const { isBusy, isSaturated, clock } = this.#options
    const deadlineMs = clock.nowMs() + busyMsMax
    const mustWait = () => isSaturated() || (isBusy() && clock.nowMs() < deadlineMs)
    while (!this.#isClosed && mustWait()) await sleep(busyPollMs)
  }

  #decide(shares: readonly PoolShare[]): PoolStep {
    return this.#isClosed ? { kind: 'none' } : decidePoolStep(shares, this.#inventory.stocks())
  }

  async #plan(): Promise<readonly PoolShare[]> {
    return (await this.#measure()).shares
  }

  async #measure() {
    const { memoryAvailableMb } = await this.#parts.host.room()
    const { memoryReserveMb, clock } = this.#options
    const bounds = this.#options.isEnabled() ? this.#options.bounds : noPool
    const room = { memoryMb: memoryAvailableMb - memoryReserveMb, pooled: this.size }
    const kinds = await this.#kinds.list(clock.nowMs())
    this.#planned = new Map(kinds.map((kind) => [kind.buildId, kind]))
    return { room, shares: planPool(kinds, { bounds, room, nowMs: clock.nowMs() }) }
  }

  async #do(step: PoolStep): Promise<void> {
    if (step.kind === 'none') return
    if (step.kind === 'make') return await this.#make(step.buildId)
    const one = this.#inventory.find(step.buildId, { frozen: step.kind !== 'freeze' })
    if (step.kind === 'freeze') await one?.freeze()
    if (step.kind === 'thaw') await one?.thaw()
    if (step.kind === 'remove' && one !== undefined) {
      this.drop(one.record.container.id)
      await removeContainer(this.#parts, one.record)
    }
  }

  async #make(name: string): Promise<void> {
    const kind = this.#planned.get(name)
    if (kind === undefined || !this.#kinds.builds.includes(kind.build)) return
    const { build, volumeCheckpoint } = kind
    await this.#inventory.whileMaking(name, async () => {
      try {
        const record = await makePooled(this.#parts, build, volumeCheckpoint)
        this.#inventory.put(new PooledContainer(this.#parts.cgroups, record))
      } catch (error) {
        // A build that was deleted or replaced meanwhile has lost its files, and needs no pool any more.
        if (!this.#kinds.builds.includes(build)) return
        if (volumeCheckpoint === undefined || isServiceError(error)) throw error
        await this.#options.volumeCheckpoints.discard(build, error)
      }
    })
  }

  #remove(record: ContainerRecord): void {
    removeContainer(this.#parts, record).catch((error: unknown) =>
      this.#parts.log.error(
        { event: 'container.remove.failed', err: error },
        'failed to remove a pooled container; retried',
      ),
    )
  }

  #failed(error: unknown): void {
    this.#parts.log.warn({ event: 'pool.fill.failed', err: error }, 'failed to fill the pool; retried')
    if (this.#isClosed) return
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.fill()
    }, refillAfterFailureMs)
  }
}
