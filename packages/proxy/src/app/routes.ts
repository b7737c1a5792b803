/**
 * Which sandboxes there are and what is being carried to each. When a sandbox ends, everything that is carried to it is
 * told so at once.
 */
import {
  applyChange,
  applyListing,
  applySnapshot,
  beginEpoch,
  emptyRouteTable,
  type RouteNews,
} from '@cay/core/routing/route-table.ts'
import type { NodeEvent } from '../ports.ts'

/** One connection into a sandbox, from the dial on. */
export interface Carried {
  /** The sandbox is gone, or we stop: both sides are to be reset now. */
  onRouteRemoved(): void
}

export class Routes {
  readonly #table = emptyRouteTable()
  readonly #carried = new Map<string, Set<Carried>>()
  readonly sandboxConnectionsMax: number

  constructor(sandboxConnectionsMax: number) {
    this.sandboxConnectionsMax = sandboxConnectionsMax
  }

  addressOf(sandboxId: string): string | undefined {
    return this.#table.living.get(sandboxId)?.address
  }

  /** True when the node has told us of its end: there is nothing to ask. */
  hasEnded(sandboxId: string): boolean {
    return this.#table.ended.has(sandboxId)
  }

  get sandboxCount(): number {
    return this.#table.living.size
  }

  /** Connections being carried, over all sandboxes. */
  get carriedCount(): number {
    let count = 0
    for (const carried of this.#carried.values()) count += carried.size
    return count
  }

  /** False when the sandbox has all the connections it may have. */
  admit(sandboxId: string, carried: Carried): boolean {
    const all = this.#carried.get(sandboxId) ?? new Set()
    if (all.size >= this.sandboxConnectionsMax) return false
    this.#carried.set(sandboxId, all.add(carried))
    return true
  }

  release(sandboxId: string, carried: Carried): void {
    const all = this.#carried.get(sandboxId)
    all?.delete(carried)
    if (all?.size === 0) this.#carried.delete(sandboxId)
  }

  get epoch(): number {
    return this.#table.epoch
  }

  /** The stream of the node is being opened anew. */
  beginEpoch(): void {
    beginEpoch(this.#table)
  }

  learn(event: NodeEvent): void {
    const moved =
      event.kind === 'snapshot'
        ? applySnapshot(this.#table, event.routes)
        : applyChange(this.#table, event.route)
    this.#cut(moved)
  }

  /** The answer to a question asked in `epoch`; false when it came too late to be used. */
  learnListing(listing: readonly RouteNews[], epoch: number): boolean {
    const moved = applyListing(this.#table, listing, epoch)
    this.#cut(moved ?? [])
    return moved !== undefined
  }

  cutAll(): void {
    this.#cut([...this.#carried.keys()])
  }

  #cut(sandboxIds: readonly string[]): void {
    for (const sandboxId of sandboxIds) {
      for (const carried of [...(this.#carried.get(sandboxId) ?? [])]) carried.onRouteRemoved()
    }
  }
}
