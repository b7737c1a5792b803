/**
 * Shares of a bounded number, such as of processes of a node: a team gets one more while it has fewer than are free. So the first
 * team has half of them at most, several greedy teams have equal shares, and the last one is for a team that has none.
 */
export interface Share {
  /** Those that the team has. */
  readonly own: number
  /** Those that all teams have, this one included. */
  readonly all: number
  readonly max: number
}

export function hasShare({ own, all, max }: Share): boolean {
  return own < max - all
}
