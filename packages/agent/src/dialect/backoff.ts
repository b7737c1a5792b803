/** How long to wait before the next attempt to connect. Pure: the random number is passed in. */

const firstMs = 200
const mostMs = 10_000

/**
 * Doubles with each failure in a row; of the delay, the upper half is random, so that the nodes of a replica that restarts do not
 * all come at once. `random` is from 0 to below 1.
 */
export function backoffMs(failures: number, random: number): number {
  const delayMs = Math.min(mostMs, firstMs * 2 ** Math.min(failures, 10))
  return Math.round(delayMs * (0.5 + random / 2))
}
