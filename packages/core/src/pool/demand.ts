/**
 * How much a template is asked for. What counts for a pool is the busiest moment of late: as many creates as came in the
 * time that making a few containers takes have to be met by those that wait, all others by those that were made
 * meanwhile. A steady rate shows in the same number.
 */

/** When creates of one template came, oldest first. */
export type Demand = readonly number[]

/** Creates that come within this find no refill. */
export const burstMs = 5_000
/** A busy moment is prepared for so long after it. */
export const rememberedMs = 10 * 60_000
/** More than any pool holds. */
export const rememberedMax = 512

export function withCreate(demand: Demand, nowMs: number): Demand {
  return [...stillRemembered(demand, nowMs), nowMs].slice(-rememberedMax)
}

/** The most creates that came within `burstMs`, of those that are remembered. */
export function busiestMoment(demand: Demand, nowMs: number): number {
  const times = stillRemembered(demand, nowMs)
  let first = 0
  let most = 0
  for (const [index, time] of times.entries()) {
    while ((times[first] ?? time) <= time - burstMs) first += 1
    most = Math.max(most, index - first + 1)
  }
  return most
}

/** How many came within the last `burstMs`. */
export function askedJustNow(demand: Demand, nowMs: number): number {
  return demand.filter((time) => time > nowMs - burstMs).length
}

function stillRemembered(demand: Demand, nowMs: number): Demand {
  return demand.filter((time) => time > nowMs - rememberedMs)
}
