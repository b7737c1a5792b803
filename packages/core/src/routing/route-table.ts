/**
 * The sandboxes that have not ended, as the orchestrator last told. News come on two ways that can overtake each other: a stream
 * (the whole list when it opens, then every change) and answers to single questions. A newer generation of a sandbox is
 * never replaced by an older one.
 *
 * Each time the stream is opened anew it starts an epoch. Its first message is authoritative, also where numbers of the
 * node went back, save for what was learnt by a question asked in the same epoch: that is at least as new.
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
  /** Ends that are remembered, oldest first, so that a late answer brings no sandbox back. */
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

/** Returns the ids of which something is new. */
export function applySnapshot(table: RouteTable, snapshot: readonly RouteUpdate[]): string[] {
  const listed = new Set(snapshot.map((update) => update.sandboxId))
  const gone = [...table.live]
    .filter(([sandboxId, { epoch }]) => !listed.has(sandboxId) && epoch < table.epoch)
    .map(([sandboxId]) => sandboxId)
  for (const sandboxId of gone) table.live.delete(sandboxId)
  const changed = snapshot.filter((update) => !isOlderInSameEpoch(table, update))
  return [...gone, ...changed.flatMap((update) => put(table, update, table.epoch))]
}

/** A change from the stream. Returns the ids of which something is new. */
export function applyChange(table: RouteTable, update: RouteUpdate): string[] {
  return isNew(table, update) ? put(table, update, table.epoch) : []
}

/**
 * The answer to a question that was asked in `epoch`; what it does not name is left as it is. Undefined when the stream
 * was opened anew meanwhile: the answer may be older than what that told, and was not used.
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
  const wasLiving = table.live.delete(sandboxId)
  table.ended.delete(sandboxId)
  table.ended.set(sandboxId, generation)
  for (const oldest of table.ended.keys()) {
    if (table.ended.size <= endedRoutesMax) break
    table.ended.delete(oldest)
  }
  return wasLiving ? [sandboxId] : []
}
