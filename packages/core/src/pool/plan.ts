/**
 * How many containers are to wait ready for each template, and how many of them thawed. Each template gets what its
 * demand says, one at a time in turn, until the node's caps are reached: so nobody's burst takes the last one from
 * another. Who was asked for last comes first.
 */
import { askedJustNow, busiestMoment, type Demand } from './demand.ts'

/** A template's newest build. */
export interface PoolTemplate {
  readonly buildId: string
  readonly demand: Demand
}

export interface PoolBounds {
  /** Per template, when nobody asks for it. */
  readonly sizeMin: number
  /** Over all templates. */
  readonly countMax: number
  readonly memoryMbMax: number
}

/** What the node has now. */
export interface PoolCapacity {
  /** Free and not reserved. */
  readonly memoryMb: number
  /** Containers that wait already. */
  readonly pooled: number
}

export interface PoolShare {
  readonly buildId: string
  readonly size: number
  /** The rest is frozen. */
  readonly thawed: number
}

/** Memory that a container takes while it waits, in MiB. */
export const pooledMemoryMb = 50
/** Of the memory that is free, for sandboxes rather than for those that may become one. */
const freeMemoryShare = 0.5
/** A thaw takes a create a few milliseconds; one that waits thawed takes 3 % of a core. */
export const thawedMax = 4

export function planPool(
  templates: readonly PoolTemplate[],
  { bounds, room, nowMs }: { bounds: PoolBounds; room: PoolCapacity; nowMs: number },
): PoolShare[] {
  const byDemand = templates.toSorted((a, b) => (b.demand.at(-1) ?? 0) - (a.demand.at(-1) ?? 0))
  const wanted = byDemand.map(({ demand }) => Math.max(bounds.sizeMin, busiestMoment(demand, nowMs)))
  const sizes = dealOut(wanted, cap(bounds, room))
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

/** One to each in turn while there is some left and somebody wants more. */
function dealOut(wanted: readonly number[], total: number): number[] {
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
