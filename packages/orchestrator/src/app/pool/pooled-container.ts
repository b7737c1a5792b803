/** A container in the pool. Freezing and thawing it is serialized. */
import type { Cgroups } from '../../ports/container.ts'
import type { ContainerRecord } from '../../ports/record.ts'

export class PooledContainer {
  readonly record: ContainerRecord
  readonly #cgroups: Cgroups
  #isFrozen = false
  #becomes = false
  #settled: Promise<void> = Promise.resolve()

  constructor(cgroups: Cgroups, record: ContainerRecord) {
    this.#cgroups = cgroups
    this.record = record
  }

  /** True also while it is being frozen. */
  get isFrozen(): boolean {
    return this.#becomes
  }

  /** Rejects when it could not be frozen. */
  freeze(): Promise<void> {
    return this.#become(true, () => this.#cgroups.freeze(this.record.container.id))
  }

  /** Rejects when it could not be thawed. */
  thaw(): Promise<void> {
    return this.#become(false, () => this.#cgroups.thaw(this.record.container.id))
  }

  #become(isFrozen: boolean, act: () => Promise<void>): Promise<void> {
    this.#becomes = isFrozen
    const turn = this.#settled.then(async () => {
      if (this.#isFrozen === isFrozen) return
      await act()
      this.#isFrozen = isFrozen
    })
    this.#settled = turn.catch(() => {
      this.#becomes = this.#isFrozen
    })
    return turn
  }
}
