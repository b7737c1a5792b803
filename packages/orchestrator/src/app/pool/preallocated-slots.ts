/**
 * What a container needs before it is known what it will run (directory, network slot, disk), preallocated so that a create
 * only has to start the runtime. Preallocated slots have no record: what a crash leaves of them is orphaned, and the next
 * start removes it.
 */

import { availableParallelism } from 'node:os'
import { busiestMoment, type Demand, withCreate } from '@cay/core/pool/demand.ts'
import { Semaphore } from '@cay/kit/flow/semaphore.ts'
import { UndoStack } from '@cay/kit/flow/undo-stack.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { Disks, NetworkSlots, PreallocatedSlot } from '../../ports/container.ts'
import type { Clock, Host } from '../../ports/host.ts'
import type { Records } from '../../ports/record.ts'

export interface SlotParts {
  readonly containersDirectory: string
  readonly slots: NetworkSlots
  readonly disks: Disks
  readonly records: Records
  readonly host: Host
  readonly clock: Clock
  readonly log: Logger
}

/** A preallocated slot takes 0.2 MiB of memory and 1 MiB of disk. */
export const readyMax = 64

export class PreallocatedSlots {
  readonly #parts: SlotParts
  readonly #target: number
  #demand: Demand = []
  #ready: { readonly preallocated: PreallocatedSlot; readonly diskSizeMb: number }[] = []
  #diskSizeMb: number | undefined
  #filling: Promise<void> | undefined
  #isClosed = false
  /** More concurrency only makes each slower. */
  readonly #makers = new Semaphore(availableParallelism())

  /** `target`: how many to keep ready; after a burst, as many as the burst took. */
  constructor(parts: SlotParts, target: number) {
    this.#parts = parts
    this.#target = target
  }

  /** Keeps slots with a disk of this size ready from now on, and none of another size. */
  keep(diskSizeMb: number): void {
    this.#diskSizeMb = diskSizeMb
    this.fill()
  }

  /** Hands a slot over to the caller. Throws ServiceError `no_capacity` when all slots are taken. */
  async take(diskSizeMb: number): Promise<PreallocatedSlot> {
    this.#demand = withCreate(this.#demand, this.#parts.clock.nowMs())
    const index = this.#ready.findIndex((one) => one.diskSizeMb === diskSizeMb)
    const [ready] = index < 0 ? [] : this.#ready.splice(index, 1)
    return ready?.preallocated ?? (await this.#makers.run(() => preallocateSlot(this.#parts, diskSizeMb)))
  }

  /** Preallocates slots in the background, one at a time. Call it while no create is in progress. */
  fill(): void {
    if (this.#isClosed || this.#filling !== undefined) return
    this.#filling = this.#fillAll()
      .catch((error: unknown) =>
        this.#parts.log.warn({ event: 'pool.slot.failed', err: error }, 'failed to preallocate a slot'),
      )
      .finally(() => {
        this.#filling = undefined
      })
  }

  /** Stops preallocating, and removes the unused slots. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#filling
    await Promise.all(this.#ready.splice(0).map(({ preallocated }) => removeSlot(this.#parts, preallocated)))
  }

  async #fillAll(): Promise<void> {
    await this.#removeSurplus()
    while (!this.#isClosed && this.#diskSizeMb !== undefined && this.#ready.length < this.#desired) {
      const diskSizeMb = this.#diskSizeMb
      this.#ready.push({ preallocated: await preallocateSlot(this.#parts, diskSizeMb), diskSizeMb })
    }
  }

  get #desired(): number {
    const burst = busiestMoment(this.#demand, this.#parts.clock.nowMs())
    return Math.max(this.#target, Math.min(burst, readyMax))
  }

  async #removeSurplus(): Promise<void> {
    const kept = this.#ready.filter((one) => one.diskSizeMb === this.#diskSizeMb).slice(0, this.#desired)
    const others = this.#ready.filter((one) => !kept.includes(one))
    this.#ready = kept
    for (const { preallocated } of others) await removeSlot(this.#parts, preallocated)
  }
}

/** Leaves nothing behind on failure. */
async function preallocateSlot(parts: SlotParts, diskSizeMb: number): Promise<PreallocatedSlot> {
  const id = `c${parts.host.randomHex(10)}`
  const undo = new UndoStack()
  try {
    const slot = await parts.slots.acquire()
    undo.push('slot', () => parts.slots.release(slot))
    const preallocated = { id, directory: `${parts.containersDirectory}/${id}`, slot }
    undo.push('directory', () => parts.records.remove(id))
    await parts.records.open(preallocated)
    undo.push('disk', () => parts.disks.detach(preallocated))
    await parts.disks.attach(preallocated, diskSizeMb)
    return preallocated
  } catch (error) {
    for (const failure of await undo.unwind())
      parts.log.error(
        { event: 'undo.failed', step: failure.name, err: failure.error },
        'failed to undo a step',
      )
    throw error
  }
}

async function removeSlot(parts: SlotParts, preallocated: PreallocatedSlot): Promise<void> {
  await parts.disks.detach(preallocated)
  await parts.slots.release(preallocated.slot)
  await parts.records.remove(preallocated.id)
}
