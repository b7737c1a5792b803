/** Two long lists laid side by side, a page of each at a time, both in the order of their ids. */

export interface Page {
  /** What comes behind this id; empty: from the first on. */
  readonly afterId: string
  /** A list with fewer has no more. */
  readonly limit: number
}

/** The last id up to which both pages tell all; undefined where neither list has more. */
export function commonEnd(pages: readonly (readonly string[])[], limit: number): string | undefined {
  const ends = pages.filter((ids) => ids.length >= limit).map((ids) => ids.at(-1) ?? '')
  return ends.reduce<string | undefined>(
    (first, end) => (first === undefined || end < first ? end : first),
    undefined,
  )
}

export function isWithin(
  id: string,
  { afterId, endId }: { afterId: string; endId: string | undefined },
): boolean {
  return id > afterId && (endId === undefined || id <= endId)
}
