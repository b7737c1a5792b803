/** Which rows of a long list are drawn. */
export interface Sight {
  /** Pixels that are scrolled away at the top. */
  readonly top: number
  readonly height: number
  readonly rowHeight: number
  readonly count: number
}

/** Rows beyond each edge, so that a fast scroll shows no gap before the next frame. */
const spare = 8

/** From the first to before the end. */
export function rowsInSight({ top, height, rowHeight, count }: Sight): { first: number; end: number } {
  const first = Math.max(0, Math.min(Math.floor(top / rowHeight), count) - spare)
  const end = Math.min(count, Math.ceil((top + height) / rowHeight) + spare)
  return { first, end: Math.max(first, end) }
}
