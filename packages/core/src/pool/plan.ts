/**
 * The number of ready containers per template, and how many of them are thawed. Each template gets its demand, one
 * container at a time in turn, until the limits of the node are reached, so that the burst of one template cannot take
 * the last container of another. The most recently used template comes first, and those on demand last.
 */
import { askedJustNow, busiestMoment, type Demand } from './demand.ts'

/** The newest build of a template. */
export interface PoolTemplate {
  /** Any name of what is pooled; a build may have several kinds of containers. */
  readonly buildId: string
  readonly demand: Demand
  /** Without demand it has no container, and never more than `onDemandMax`. */
  readonly isOnDemand?: boolean
}

export interface PoolBounds {
  /** Per template, without demand. */
  readonly sizeMin: number
  /** Across all templates. */
  readonly countMax: number
  readonly memoryMbMax: number
}

/** The current capacity of the node. */
export interface PoolCapacity {
  /** Free and not reserved. */
  readonly memoryMb: number
  /** Number of containers that already wait. */
  readonly pooled: number
}

export interface PoolShare {
  readonly buildId: string
  readonly size: number
  /** The other containers are frozen. */
  readonly thawed: number
}

/** Maximum number of containers of a kind that is only pooled on demand. */
export const onDemandMax = 4
/** Memory in MiB of a waiting container. */
export const pooledMemoryMb = 50
/** The limit as a share of free memory, which is meant for sandboxes rather than for prepared containers. */
const freeMemoryShare = 0.5
/** A thaw adds a few milliseconds to a create; a thawed container uses 3 % of a core while it waits. */
export const thawedMax = 4

export function planPool(
  templates: readonly PoolTemplate[],
  { bounds, room, nowMs }: { bounds: PoolBounds; room: PoolCapacity; nowMs: number },
): PoolShare[] {
  const byDemand = templates.toSorted(
    (a, b) =>
      Number(a.isOnDemand ?? false) - Number(b.isOnDemand ?? false) ||
      (b.demand.at(-1) ?? 0) - (a.demand.at(-1) ?? 0),
  )
  const wanted = byDemand.map(({ demand, isOnDemand = false }) => {
    const busiest = busiestMoment(demand, nowMs)
    return isOnDemand ? Math.min(onDemandMax, busiest) : Math.max(bounds.sizeMin, busiest)
  })
  const sizes = distribute(wanted, cap(bounds, room))
  return byDemand.map(({ buildId, demand }, index) => {
    const size = sizes[index] ?? 0
    return { buildId, size, thawed: Math.min(size, askedJustNow(demand, nowMs), thawedMax) }
  })
}

function cap(bounds: PoolBounds, room: PoolCapacity): number {
  const more = Math.floor((room.memoryMb * freeMemoryShare) / pooledMemoryMb)
  const byMemory = Math.floor(bounds.memoryMbMax / pooledMemoryMb)
  return Math.max(0, Math.min(bounds.countMax, byMemory, room.pooled + more))
}

/** Deals one to each in turn until the total is used or all are satisfied. */
function distribute(wanted: readonly number[], total: number): number[] {
  const sizes = wanted.map(() => 0)
  let left = total
  for (let round = 1; left > 0 && wanted.some((want) => want >= round); round++) {
    for (const [index, want] of wanted.entries()) {
      if (want < round || left === 0) continue
      sizes[index] = round
      left -= 1
    }
  }
  return sizes
}
