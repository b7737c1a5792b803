/** The pooled containers and those in preparation, by kind, which is called `buildId` here and in plans. */
import type { PoolStock } from '@cay/core/pool/next-step.ts'
import type { ContainerRecord } from '../../ports/record.ts'
import { kindOf } from './pool-kinds.ts'
import type { PooledContainer } from './pooled-container.ts'

export class PoolInventory {
  readonly #waiting = new Map<string, PooledContainer[]>()
  readonly #making = new Map<string, number>()

  records(): ContainerRecord[] {
    return [...this.#waiting.values()].flat().map(({ record }) => record)
  }

  has(buildId: string): boolean {
    return this.#waiting.has(buildId)
  }

  stocks(): PoolStock[] {
    const buildIds = new Set([...this.#waiting.keys(), ...this.#making.keys()])
    return [...buildIds].map((buildId) => {
      const waiting = this.#waiting.get(buildId) ?? []
      const frozen = waiting.filter(({ isFrozen }) => isFrozen).length
      return { buildId, frozen, thawed: waiting.length - frozen, making: this.#making.get(buildId) ?? 0 }
    })
  }

  /** Finds a container of the build, preferably in the given state. It stays in the pool. */
  find(buildId: string, { frozen }: { frozen: boolean }): PooledContainer | undefined {
    const waiting = this.#waiting.get(buildId) ?? []
    return waiting.find(({ isFrozen }) => isFrozen === frozen) ?? waiting[0]
  }

  put(container: PooledContainer): void {
    const kind = kindOf(container.record)
    this.#waiting.set(kind, [...(this.#waiting.get(kind) ?? []), container])
  }

  /** Removes it from the pool; undefined when it was not there. */
  take(containerId: string): ContainerRecord | undefined {
    for (const [buildId, waiting] of this.#waiting) {
      const taken = waiting.find(({ record }) => record.container.id === containerId)
      if (taken === undefined) continue
      const left = waiting.filter((one) => one !== taken)
      if (left.length > 0) this.#waiting.set(buildId, left)
      else this.#waiting.delete(buildId)
      return taken.record
    }
    return undefined
  }

  /** Counts a container as in preparation while the task runs. */
  async whileMaking<T>(buildId: string, task: () => Promise<T>): Promise<T> {
    this.#making.set(buildId, (this.#making.get(buildId) ?? 0) + 1)
    try {
      return await task()
    } finally {
      const left = (this.#making.get(buildId) ?? 1) - 1
      if (left > 0) this.#making.set(buildId, left)
      else this.#making.delete(buildId)
    }
  }
}
