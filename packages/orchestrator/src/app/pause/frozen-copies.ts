/**
 * Frozen containers of paused sandboxes, with their memory: a resume soon after thaws one instead of restoring the snapshot.
 * They are a cache: any of them may be evicted at any time, oldest first.
 */
import type { LiveRecord } from '../sandbox/sandbox-registry.ts'

export class FrozenCopies {
  /** Oldest first. */
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

  /** Hands the copy over to the caller. */
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
