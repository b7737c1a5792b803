/**
 * The share of one party in a number that all parties use together. A party holds at most as much as it leaves free: alone it
 * has half, with a second one beside it a third each, and there is always room for one that comes later. Nobody has to say
 * how many parties there will be.
 */
export interface SharedUse {
  /** Held by the party that asks. */
  readonly own: number
  /** Held by all, that party included. */
  readonly total: number
  readonly max: number
}

/** Rounded up, so that a number of one can be taken. */
export function mayTake({ own, total, max }: SharedUse, amount = 1): boolean {
  return own + amount <= max - total - amount + 1
}
