/** Which rows of a long list are drawn. */
export interface Sight {
  /** Pixels that are scrolled away at the top. */
  readonly top: number
  readonly height: number
  readonly rowHeight: number
  readonly count: number
}

export interface Rows {
  readonly first: number
  /** The one after the last. */
  readonly end: number
}

/** Rows beyond each edge at least, so that a fast scroll shows no gap before the next frame. */
const spare = 4
/** Rows come and go in groups of so many, so that most frames of a scroll change nothing. */
const group = 8

export function rowsInSight({ top, height, rowHeight, count }: Sight): Rows {
  const before = Math.min(Math.floor(top / rowHeight), count) - spare
  const first = Math.max(0, Math.floor(before / group) * group)
  const after = Math.ceil((top + height) / rowHeight) + spare
  const end = Math.min(count, Math.ceil(after / group) * group)
  return { first, end: Math.max(first, end) }
}
