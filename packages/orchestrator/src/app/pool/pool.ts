/**
 * Containers restored ahead of the request. How many wait for each template is planned from what was asked for of late
 * (core/pool), within the node's caps; only the newest build of a template is kept. Those that are not next are frozen.
 * The pool is tended in the background, while no create is at work, and a failure is tried again after a pause.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Demand, withCreate } from '@cay/core/pool/demand.ts'
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
import { PooledContainer } from './pooled-container.ts'

/** Milliseconds for an answer to reach its caller; starting a program takes as long as answering. */
const fillAfterCreateMs = 25
/** Milliseconds from a failed step to the next. */
const refillAfterFailureMs = 5_000
/** Milliseconds between two looks at whether a create is at work. */
const busyPollMs = 25
/** Milliseconds after which a step is taken although creates are at work, unless some queue: they may never stop coming. */
export const busyMsMax = 1_000
/** Milliseconds between two looks at what the passing of time alone has changed. */
export const fillEveryMs = 10_000

const noPool: PoolBounds = { sizeMin: 0, countMax: 0, memoryMbMax: 0 }

export interface PoolOptions {
  readonly bounds: PoolBounds
  readonly createdBounds: CreatedBounds
  /** MiB of memory that neither sandboxes nor the pool may use. */
  readonly memoryReserveMb: number
  /** Containers that are made at once. */
  readonly makersMax: number
  /** Somebody waits for what the machine does. */
  readonly isBusy: () => boolean
  /** More wait than the machine serves at once: whatever is made beside them comes later to all of them. */
  readonly isSaturated: () => boolean
  /** False: nothing is kept ready. */
  readonly isEnabled: () => boolean
  readonly clock: Clock
}

export class Pool {
  readonly #parts: ContainerParts
  readonly #options: PoolOptions
  readonly #inventory = new PoolInventory()
  /** By template. */
  readonly #demand = new Map<string, Demand>()
  #builds: readonly TemplateBuild[] = []
  #tending: Promise<void> | undefined
  /** Since the last look at what is to be done. */
  #isChanged = false
  #retry: NodeJS.Timeout | undefined
  #soon: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(parts: ContainerParts, options: PoolOptions) {
    this.#parts = parts
    this.#options = options
  }

  get size(): number {
    return this.records().length
  }

  records(): ContainerRecord[] {
    return this.#inventory.records()
  }

  /** Keeps a pool for these builds and none for others. */
  setBuilds(builds: readonly TemplateBuild[]): void {
    this.#builds = builds
    for (const templateId of this.#demand.keys())
      if (!builds.some((build) => build.templateId === templateId)) this.#demand.delete(templateId)
    this.fill()
  }

  /**
   * A ready container of the build, which is the caller's from now on; undefined when there is none. The caller calls
   * `fillSoon` when it has what it wants: a restore beside it would take the machine away from it.
   */
  async take(buildId: string): Promise<ContainerRecord | undefined> {
    this.#noteDemand(buildId)
    for (let next = this.#next(buildId); next !== undefined; next = this.#next(buildId)) {
      const { record } = next
      const { id } = record.container
      this.#inventory.take(id)
      try {
        await next.thaw()
        return record
      } catch (error) {
        this.#parts.log.warn({ containerID: id, err: error }, 'a pooled container stays frozen')
        this.#remove(record)
      }
    }
    return undefined
  }

  /** Takes out of the pool a container that died in it. */
  drop(containerId: string): ContainerRecord | undefined {
    return this.#inventory.take(containerId)
  }

  /** Does in the background what is lacking, and makes the preallocated slots that this and others took. */
  fill(): void {
    this.#isChanged = true
    if (this.#isClosed || this.#tending !== undefined || this.#retry !== undefined) return
    this.#tending = this.#tendTogether()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#tending = undefined
        if (this.#isChanged) this.fill()
      })
  }

  /** The same a moment later: the answer to a create goes out first. */
  fillSoon(): void {
    if (this.#isClosed) return
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined
      this.fill()
    }, fillAfterCreateMs)
  }

  /** Resolves when a container of each build waits, nothing more is done for it, or the time is up. */
  async hasOneOfEach(timeoutMs: number): Promise<void> {
    const deadline = Date.now() + timeoutMs
    const isLacking = () => this.#builds.some(({ buildId }) => !this.#inventory.has(buildId))
    while (isLacking() && this.#tending !== undefined && Date.now() < deadline) await sleep(busyPollMs)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    clearTimeout(this.#soon)
    await this.#tending
    const records = this.records()
    for (const { container } of records) this.#inventory.take(container.id)
    await Promise.all(records.map((record) => removeContainer(this.#parts, record)))
  }

  #next(buildId: string): PooledContainer | undefined {
    return this.#inventory.find(buildId, { frozen: false })
  }

  #noteDemand(buildId: string): void {
    const templateId = this.#builds.find((build) => build.buildId === buildId)?.templateId
    if (templateId === undefined) return
    this.#demand.set(templateId, withCreate(this.#demandOf(templateId), this.#options.clock.nowMs()))
  }

  #demandOf(templateId: string): Demand {
    return this.#demand.get(templateId) ?? []
  }

  async #tendTogether(): Promise<void> {
    const tenders = Array.from({ length: this.#options.makersMax }, () => this.#tend())
    const outcomes = await Promise.allSettled(tenders)
    await this.#untilQuiet()
    if (!this.#isClosed) await this.#prepareMore()
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  /** What makes the next restores cheaper, once nothing is left to restore ahead. */
  async #prepareMore(): Promise<void> {
    const { created, preallocatedSlots } = this.#parts
    const { room, templates, shares } = await this.#survey()
    const nowMs = this.#options.clock.nowMs()
    const bounds = this.#options.createdBounds
    const plan = planCreated(templates, shares, { bounds, room, created: created.size, nowMs })
    const build = this.#builds.find(({ buildId }) => buildId === plan?.buildId)
    created.keep(build, this.#options.isEnabled() ? (plan?.size ?? 0) : 0)
    created.fill(this.#options.isBusy)
    preallocatedSlots.fill()
  }

  async #tend(): Promise<void> {
    for (;;) {
      this.#isChanged = false
      const shares = await this.#plan()
      // From the decision to the first act of the step nothing else runs.
      const step = this.#decide(shares)
      if (step.kind === 'none') return
      const isCheap = step.kind === 'thaw' || step.kind === 'freeze'
      if (isCheap || !this.#options.isBusy()) await this.#do(step)
      else {
        await this.#untilQuiet()
        // Creates took some meanwhile.
        await this.#do(this.#decide(shares))
      }
    }
  }

  async #untilQuiet(): Promise<void> {
    const { isBusy, isSaturated, clock } = this.#options
    const deadlineMs = clock.nowMs() + busyMsMax
    const mustWait = () => isSaturated() || (isBusy() && clock.nowMs() < deadlineMs)
    while (!this.#isClosed && mustWait()) await sleep(busyPollMs)
  }

  #decide(shares: readonly PoolShare[]): PoolStep {
    return this.#isClosed ? { kind: 'none' } : decidePoolStep(shares, this.#inventory.stocks())
  }

  async #plan(): Promise<readonly PoolShare[]> {
    return (await this.#survey()).shares
  }

  async #survey() {
    const { memoryAvailableMb } = await this.#parts.host.room()
    const { memoryReserveMb, clock } = this.#options
    const bounds = this.#options.isEnabled() ? this.#options.bounds : noPool
    const room = { memoryMb: memoryAvailableMb - memoryReserveMb, pooled: this.size }
    const templates = this.#builds.map(({ buildId, templateId }) => {
      return { buildId, demand: this.#demandOf(templateId) }
    })
    return { room, templates, shares: planPool(templates, { bounds, room, nowMs: clock.nowMs() }) }
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

  async #make(buildId: string): Promise<void> {
    const build = this.#builds.find((one) => one.buildId === buildId)
    if (build === undefined) return
    await this.#inventory.whileMaking(buildId, async () => {
      try {
        const record = await makePooled(this.#parts, build)
        this.#inventory.put(new PooledContainer(this.#parts.cgroups, record))
      } catch (error) {
        // One that was deleted or replaced meanwhile has lost its files, and nobody wants it any more.
        if (this.#builds.includes(build)) throw error
      }
    })
  }

  #remove(record: ContainerRecord): void {
    removeContainer(this.#parts, record).catch((error: unknown) =>
      this.#parts.log.error({ err: error }, 'a pooled container was not removed; it will be tried again'),
    )
  }

  #failed(error: unknown): void {
    this.#parts.log.warn({ err: error }, 'the pool could not be tended; it will be tried again')
    if (this.#isClosed) return
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.fill()
    }, refillAfterFailureMs)
  }
}
