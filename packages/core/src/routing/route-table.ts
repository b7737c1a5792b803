/**
 * The routes of all sandboxes that have not ended. Updates come in two ways that can overtake each other: a stream (a
 * snapshot when it opens, then every change) and listings on request. A newer generation of a sandbox is never
 * replaced by an older one.
 *
 * Each time the stream is opened it starts an epoch. Its snapshot is authoritative, even where generations went back,
 * except for what a listing requested in the same epoch has reported: it is at least as new.
 */
import type { Route } from './phase.ts'

export interface RouteUpdate {
  readonly sandboxId: string
  readonly generation: bigint
  /** Undefined when the sandbox has ended. */
  readonly route: Route | undefined
}

export interface RouteTable {
  epoch: number
  readonly live: Map<string, LiveRoute>
  /** Ended sandboxes that are remembered, oldest first, so that a late update does not bring one back. */
  readonly ended: Map<string, bigint>
}

interface LiveRoute {
  readonly route: Route
  readonly generation: bigint
  readonly epoch: number
}

export const endedRoutesMax = 4096

export function emptyRouteTable(): RouteTable {
  return { epoch: 0, live: new Map(), ended: new Map() }
}

export function beginEpoch(table: RouteTable): number {
  table.epoch += 1
  return table.epoch
}

/** Returns the IDs of the sandboxes that changed. */
export function applySnapshot(table: RouteTable, snapshot: readonly RouteUpdate[]): string[] {
  const listed = new Set(snapshot.map((update) => update.sandboxId))
  const gone = [...table.live]
    .filter(([sandboxId, { epoch }]) => !listed.has(sandboxId) && epoch < table.epoch)
    .map(([sandboxId]) => sandboxId)
  for (const sandboxId of gone) table.live.delete(sandboxId)
  const changed = snapshot.filter((update) => !isOlderInSameEpoch(table, update))
  return [...gone, ...changed.flatMap((update) => put(table, update, table.epoch))]
}

/** Applies a change from the stream. Returns the IDs of the sandboxes that changed. */
export function applyChange(table: RouteTable, update: RouteUpdate): string[] {
  return isNew(table, update) ? put(table, update, table.epoch) : []
}

/**
 * Applies a listing that was requested in `epoch`; sandboxes that it does not name are unchanged. Undefined when the
 * stream was opened again meanwhile: the listing may be older than the snapshot and was dropped.
 */
export function applyListing(
  table: RouteTable,
  listing: readonly RouteUpdate[],
  epoch: number,
): string[] | undefined {
  if (epoch !== table.epoch) return undefined
  return listing.flatMap((update) => (isNew(table, update) ? put(table, update, epoch) : []))
}

function isOlderInSameEpoch(table: RouteTable, update: RouteUpdate): boolean {
  const known = table.live.get(update.sandboxId)
  return known !== undefined && known.epoch === table.epoch && known.generation > update.generation
}

function isNew(table: RouteTable, update: RouteUpdate): boolean {
  const known = table.live.get(update.sandboxId)?.generation ?? table.ended.get(update.sandboxId)
  return known === undefined || update.generation > known
}

function put(table: RouteTable, { sandboxId, generation, route }: RouteUpdate, epoch: number): string[] {
  if (route === undefined) return setEnded(table, sandboxId, generation)
  const before = table.live.get(sandboxId)
  table.live.set(sandboxId, { route, generation, epoch })
  table.ended.delete(sandboxId)
  return before === undefined || before.generation !== generation ? [sandboxId] : []
}

function setEnded(table: RouteTable, sandboxId: string, generation: bigint): string[] {
  const wasLive = table.live.delete(sandboxId)
  table.ended.delete(sandboxId)
  table.ended.set(sandboxId, generation)
  for (const oldest of table.ended.keys()) {
    if (table.ended.size <= endedRoutesMax) break
    table.ended.delete(oldest)
  }
  return wasLive ? [sandboxId] : []
}
