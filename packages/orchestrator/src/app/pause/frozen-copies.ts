/**
 * Containers of paused sandboxes that stand still and have everything in memory: a resume soon after lets one go on instead
 * of restoring the snapshot. They are a convenience: any of them may go at any time, the oldest first.
 */
import type { LiveRecord } from '../sandbox/sandbox-registry.ts'

export class FrozenCopies {
  /** In the order in which they came. */
  readonly #copies = new Map<string, LiveRecord>()

  records(): LiveRecord[] {
    return [...this.#copies.values()]
  }

  get size(): number {
    return this.#copies.size
  }

  put(record: LiveRecord): void {
    this.#copies.set(record.claim.sandboxId, record)
  }

  /** The caller's from now on. */
  take(sandboxId: string): LiveRecord | undefined {
    const record = this.#copies.get(sandboxId)
    this.#copies.delete(sandboxId)
    return record
  }

  takeOldest(): LiveRecord | undefined {
    const [oldest] = this.#copies.keys()
    return oldest === undefined ? undefined : this.take(oldest)
  }
}
