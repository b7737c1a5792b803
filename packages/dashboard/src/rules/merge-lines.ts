/** Lines that were read twice are shown once, and the oldest of very many are not kept. */
export interface MergedLine {
  readonly id: string
}

export const linesMax = 2000

export function mergeLines<T extends MergedLine>(kept: readonly T[], read: readonly T[]): readonly T[] {
  const known = new Set(kept.map(({ id }) => id))
  const fresh = read.filter(({ id }) => !known.has(id))
  return fresh.length === 0 ? kept : [...kept, ...fresh].slice(-linesMax)
}
