export interface CursorPage<T> {
  readonly items: readonly T[]
  /** Null on the last page. */
  readonly nextCursor: string | null
}

/** Makes a page of items that were read with one item more than the limit. */
export function cutCursorPage<T>(
  read: readonly T[],
  limit: number,
  cursorOf: (item: T) => string,
): CursorPage<T> {
  const items = read.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: read.length > limit && last !== undefined ? cursorOf(last) : null }
}
