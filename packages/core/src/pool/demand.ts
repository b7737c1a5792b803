/**
 * The demand for a template. A pool is sized by the recent peak: the creates that arrive within the time it takes to
 * make a few containers must be served by waiting ones, and later creates by those made in the meantime. A steady rate
 * gives the same number.
 */

/** Times of the creates of one template, oldest first. */
export type Demand = readonly number[]

/** Creates within this time are not served by a refill. */
export const burstMs = 5_000
/** How long the pool stays sized for a peak. */
export const rememberedMs = 10 * 60_000
/** Larger than any pool. */
export const rememberedMax = 512

export function withCreate(demand: Demand, nowMs: number): Demand {
  return [...stillRemembered(demand, nowMs), nowMs].slice(-rememberedMax)
}

/** The maximum number of remembered creates within any `burstMs`. */
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

/** The number of creates within the last `burstMs`. */
export function askedJustNow(demand: Demand, nowMs: number): number {
  return demand.filter((time) => time > nowMs - burstMs).length
}

function stillRemembered(demand: Demand, nowMs: number): Demand {
  return demand.filter((time) => time > nowMs - rememberedMs)
}
