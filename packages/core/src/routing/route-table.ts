/**
 * The sandboxes that have not ended, as the orchestrator last told. News come on two ways that can overtake each other: a stream
 * (the whole list when it opens, then every change) and answers to single questions. A newer generation of a sandbox is
 * never replaced by an older one.
 *
 * Each time the stream is opened anew it starts an epoch. Its first message is authoritative, also where numbers of the
 * node went back, save for what was learnt by a question asked in the same epoch: that is at least as new.
 */
import type { Route } from './phase.ts'

export interface RouteNews {
  readonly sandboxId: string
  readonly generation: bigint
  /** Undefined when the sandbox has ended. */
  readonly route: Route | undefined
}

export interface RouteTable {
  epoch: number
  readonly living: Map<string, LivingRoute>
  /** Ends that are remembered, oldest first, so that a late answer brings no sandbox back. */
  readonly ended: Map<string, bigint>
}

interface LivingRoute {
  readonly route: Route
  readonly generation: bigint
  readonly epoch: number
}

export const endedRoutesMax = 4096

export function emptyRouteTable(): RouteTable {
  return { epoch: 0, living: new Map(), ended: new Map() }
}

export function beginEpoch(table: RouteTable): number {
  table.epoch += 1
  return table.epoch
}

/** Returns the ids of which something is new. */
export function applySnapshot(table: RouteTable, snapshot: readonly RouteNews[]): string[] {
  const told = new Set(snapshot.map((news) => news.sandboxId))
  const gone = [...table.living]
    .filter(([sandboxId, { epoch }]) => !told.has(sandboxId) && epoch < table.epoch)
    .map(([sandboxId]) => sandboxId)
  for (const sandboxId of gone) table.living.delete(sandboxId)
  const changed = snapshot.filter((news) => !isOutdatedBySameEpoch(table, news))
  return [...gone, ...changed.flatMap((news) => put(table, news, table.epoch))]
}

/** A change from the stream. Returns the ids of which something is new. */
export function applyChange(table: RouteTable, news: RouteNews): string[] {
  return isNew(table, news) ? put(table, news, table.epoch) : []
}

/**
 * The answer to a question that was asked in `epoch`; what it does not name is left as it is. Undefined when the stream
 * was opened anew meanwhile: the answer may be older than what that told, and was not used.
 */
export function applyListing(
  table: RouteTable,
  listing: readonly RouteNews[],
  epoch: number,
): string[] | undefined {
  if (epoch !== table.epoch) return undefined
  return listing.flatMap((news) => (isNew(table, news) ? put(table, news, epoch) : []))
}

function isOutdatedBySameEpoch(table: RouteTable, news: RouteNews): boolean {
  const known = table.living.get(news.sandboxId)
  return known !== undefined && known.epoch === table.epoch && known.generation > news.generation
}

function isNew(table: RouteTable, news: RouteNews): boolean {
  const known = table.living.get(news.sandboxId)?.generation ?? table.ended.get(news.sandboxId)
  return known === undefined || news.generation > known
}

function put(table: RouteTable, { sandboxId, generation, route }: RouteNews, epoch: number): string[] {
  if (route === undefined) return setEnded(table, sandboxId, generation)
  const before = table.living.get(sandboxId)
  table.living.set(sandboxId, { route, generation, epoch })
  table.ended.delete(sandboxId)
  return before === undefined || before.generation !== generation ? [sandboxId] : []
}

function setEnded(table: RouteTable, sandboxId: string, generation: bigint): string[] {
  const wasLiving = table.living.delete(sandboxId)
  table.ended.delete(sandboxId)
  table.ended.set(sandboxId, generation)
  for (const oldest of table.ended.keys()) {
    if (table.ended.size <= endedRoutesMax) break
    table.ended.delete(oldest)
  }
  return wasLiving ? [sandboxId] : []
}
