/**
 * The routes to all sandboxes, and the requests in flight to each. When a route changes, its requests in flight are
 * notified synchronously.
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
import { SharedLimit } from '@cay/kit/flow/shared-limit.ts'
import { bounds } from '../../bounds.ts'
import type { RouteEvent } from '../../ports/orchestrator.ts'

/** A request for a sandbox, from its arrival to the end of its response. */
export interface InFlightRequest {
  /** The route of its sandbox has changed or is gone. */
  onRouteChange(): void
  /** The proxy stops: both connections are to be reset. */
  abort(): void
}

export class Routes {
  readonly #table = emptyRouteTable()
  readonly #inFlight = new Map<string, Set<InFlightRequest>>()
  readonly #shares: SharedLimit
  readonly #leave = new Map<InFlightRequest, () => void>()
  readonly #subscribers: ((sandboxId: string) => void)[] = []
  readonly sandboxConnectionsMax: number

  constructor(sandboxConnectionsMax: number, inFlightMax: number = bounds.requestsInFlightMax) {
    this.sandboxConnectionsMax = sandboxConnectionsMax
    this.#shares = new SharedLimit(inFlightMax)
  }

  /** Returns the same object until the route changes. */
  routeOf(sandboxId: string): Route | undefined {
    return this.#table.live.get(sandboxId)?.route
  }

  /** True when the orchestrator has reported that the sandbox ended, so that no lookup is needed. */
  hasEnded(sandboxId: string): boolean {
    return this.#table.ended.has(sandboxId)
  }

  /** Requests in flight, over all sandboxes. */
  get inFlightCount(): number {
    let count = 0
    for (const inFlight of this.#inFlight.values()) count += inFlight.size
    return count
  }

  /** Who shares numbers over all sandboxes: its team, or itself where that is not known. */
  partyOf(sandboxId: string): string {
    return this.routeOf(sandboxId)?.teamId ?? sandboxId
  }

  /** False when the sandbox has reached its limit of requests in flight, or its team its share of all. */
  admit(sandboxId: string, inFlight: InFlightRequest): boolean {
    const all = this.#inFlight.get(sandboxId) ?? new Set()
    if (all.size >= this.sandboxConnectionsMax) return false
    const leave = this.#shares.enter(this.partyOf(sandboxId))
    if (leave === undefined) return false
    this.#leave.set(inFlight, leave)
    this.#inFlight.set(sandboxId, all.add(inFlight))
    return true
  }

  release(sandboxId: string, inFlight: InFlightRequest): void {
    this.#leave.get(inFlight)?.()
    this.#leave.delete(inFlight)
    const all = this.#inFlight.get(sandboxId)
    all?.delete(inFlight)
    if (all?.size === 0) this.#inFlight.delete(sandboxId)
  }

  /** Calls back with the ID of each sandbox whose route has changed or is gone. */
  subscribe(onRouteChange: (sandboxId: string) => void): void {
    this.#subscribers.push(onRouteChange)
  }

  get epoch(): number {
    return this.#table.epoch
  }

  /** The orchestrator's stream is being opened again. */
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

  /** Applies a listing that was requested in `epoch`; returns false when it came too late. */
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
