/**
 * The number of containers that wait created but not restored. They serve the creates of a burst that the pool cannot,
 * so the number is the peak of the busiest template minus its restored containers, within the memory limits.
 */
import { busiestMoment } from './demand.ts'
import type { PoolCapacity, PoolShare, PoolTemplate } from './plan.ts'
import { pooledMemoryMb } from './plan.ts'

export interface CreatedBounds {
  /** Number without demand. */
  readonly sizeMin: number
  /** Maximum number after a burst. */
  readonly sizeMax: number
  /** Maximum memory in MiB of the pool's containers and these together. */
  readonly memoryMbMax: number
}

export interface CreatedPlan {
  readonly buildId: string
  readonly size: number
}

/** Memory in MiB of a container that was created and not restored. */
export const createdMemoryMb = 10
/** The limit as a share of free memory, which is meant for sandboxes rather than for prepared containers. */
const freeMemoryShare = 0.25

/** `created`: number that wait now. Undefined when there is no template. */
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
