/**
 * How many containers are to wait created but not restored. They serve the creates of a burst that the pool cannot, so there
 * are as many as the busiest moment of the busiest template asked for beyond what waits restored, within the caps of memory.
 */
import { busiestMoment } from './demand.ts'
import type { PoolCapacity, PoolShare, PoolTemplate } from './plan.ts'
import { pooledMemoryMb } from './plan.ts'

export interface CreatedBounds {
  /** When nobody asks for any. */
  readonly sizeMin: number
  /** Most that wait after a burst. */
  readonly sizeMax: number
  /** MiB that containers of the pool and these may take together. */
  readonly memoryMbMax: number
}

export interface CreatedPlan {
  readonly buildId: string
  readonly size: number
}

/** Memory that a container takes when it was created and not restored, in MiB. */
export const createdMemoryMb = 10
/** Of the memory that is free, for sandboxes rather than for those that may become one. */
const freeMemoryShare = 0.25

/** `created`: how many wait now. Undefined when there is no template. */
export function planCreated(
  templates: readonly PoolTemplate[],
  shares: readonly PoolShare[],
  { bounds, room, created, nowMs }: CreatedSituation,
): CreatedPlan | undefined {
  const peaks = templates.map(({ buildId, demand }) => {
    const burst = busiestMoment(demand, nowMs)
    return { buildId, burst, askedAtMs: demand.at(-1) ?? 0 }
  })
  const [busiest] = peaks.toSorted((a, b) => b.burst - a.burst || b.askedAtMs - a.askedAtMs)
  if (busiest === undefined) return undefined
  const restored = shares.find(({ buildId }) => buildId === busiest.buildId)?.size ?? 0
  const wanted = Math.max(bounds.sizeMin, busiest.burst - restored)
  const pooled = shares.reduce((sum, { size }) => sum + size, 0)
  const byBound = Math.floor((bounds.memoryMbMax - pooled * pooledMemoryMb) / createdMemoryMb)
  const byRoom = created + Math.floor((room.memoryMb * freeMemoryShare) / createdMemoryMb)
  return {
    buildId: busiest.buildId,
    size: Math.max(0, Math.min(wanted, bounds.sizeMax, byBound, byRoom)),
  }
}

export interface CreatedSituation {
  readonly bounds: CreatedBounds
  readonly room: PoolCapacity
  readonly created: number
  readonly nowMs: number
}
