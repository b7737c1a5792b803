/** Compares two long sorted lists page by page, both ordered by id. */

export interface Page {
  /** Only items after this id; empty: from the first on. */
  readonly afterId: string
  /** A page with fewer items is the last one. */
  readonly limit: number
}

/** The last id up to which both pages are complete; undefined when neither list has more. */
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
