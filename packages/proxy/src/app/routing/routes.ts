/**
 * Which sandboxes there are and what is being carried to each. When something of a sandbox changes, everything that is
 * carried to it is told so at once.
 */
import type { Route } from '@cay/core/routing/phase.ts'
import {
  applyChange,
  applyListing,
  applySnapshot,
  beginEpoch,
  emptyRouteTable,
  type RouteUpdate,
} from '@cay/core/routing/route-table.ts'
import type { RouteEvent } from '../../ports.ts'

/** One request for a sandbox, from its arrival on. */
export interface InFlightRequest {
  /** Its sandbox has changed, or is gone. */
  onRouteChange(): void
  /** We stop: both sides are to be reset now. */
  abort(): void
}

export class Routes {
  readonly #table = emptyRouteTable()
  readonly #inFlight = new Map<string, Set<InFlightRequest>>()
  readonly #subscribers: ((sandboxId: string) => void)[] = []
  readonly sandboxConnectionsMax: number

  constructor(sandboxConnectionsMax: number) {
    this.sandboxConnectionsMax = sandboxConnectionsMax
  }

  /** The same object until the next change. */
  routeOf(sandboxId: string): Route | undefined {
    return this.#table.live.get(sandboxId)?.route
  }

  /** True when the orchestrator has told us of its end: there is nothing to ask. */
  hasEnded(sandboxId: string): boolean {
    return this.#table.ended.has(sandboxId)
  }

  /** Requests in flight, over all sandboxes. */
  get inFlightCount(): number {
    let count = 0
    for (const inFlight of this.#inFlight.values()) count += inFlight.size
    return count
  }

  /** False when the sandbox has all the connections it may have. */
  admit(sandboxId: string, inFlight: InFlightRequest): boolean {
    const all = this.#inFlight.get(sandboxId) ?? new Set()
    if (all.size >= this.sandboxConnectionsMax) return false
    this.#inFlight.set(sandboxId, all.add(inFlight))
    return true
  }

  release(sandboxId: string, inFlight: InFlightRequest): void {
    const all = this.#inFlight.get(sandboxId)
    all?.delete(inFlight)
    if (all?.size === 0) this.#inFlight.delete(sandboxId)
  }

  /** Is told of each sandbox that has changed, or is gone. */
  subscribe(onRouteChange: (sandboxId: string) => void): void {
    this.#subscribers.push(onRouteChange)
  }

  get epoch(): number {
    return this.#table.epoch
  }

  /** The stream of the orchestrator is being opened anew. */
  beginEpoch(): void {
    beginEpoch(this.#table)
  }

  apply(event: RouteEvent): void {
    const changed =
      event.kind === 'snapshot'
        ? applySnapshot(this.#table, event.routes)
        : applyChange(this.#table, event.route)
    this.#notify(changed)
  }

  /** The answer to a question asked in `epoch`; false when it came too late to be used. */
  applyListing(listing: readonly RouteUpdate[], epoch: number): boolean {
    const changed = applyListing(this.#table, listing, epoch)
    this.#notify(changed ?? [])
    return changed !== undefined
  }

  abortAll(): void {
    for (const all of [...this.#inFlight.values()]) for (const inFlight of [...all]) inFlight.abort()
  }

  #notify(sandboxIds: readonly string[]): void {
    for (const sandboxId of sandboxIds) {
      for (const subscriber of this.#subscribers) subscriber(sandboxId)
      for (const inFlight of [...(this.#inFlight.get(sandboxId) ?? [])]) inFlight.onRouteChange()
    }
  }
}
