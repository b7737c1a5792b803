/** A list that grows at its beginning and is read on at its end, without a hole in between. */
export interface TrailPage<T> {
  /** Newest first. */
  readonly events: readonly T[]
  /** Of the page after the last event; undefined: there is none. */
  readonly nextToken: string | undefined
}

export interface Trail<T> extends TrailPage<T> {
  /** Events that came since older ones were read; undefined: none were, and the trail is the newest page. */
  readonly cameCount: number | undefined
}

/** More events than these came while somebody read older ones: the trail is the newest page again. */
export const cameMax = 1000

/** With the newest page. It begins anew where events came that are in neither. */
export function withNewest<T extends { readonly id: string }>(
  trail: Trail<T> | undefined,
  newest: TrailPage<T>,
): Trail<T> {
  const anew = { ...newest, cameCount: undefined }
  if (trail?.cameCount === undefined) return anew
  const known = new Set(trail.events.map(({ id }) => id))
  const fresh = newest.events.filter(({ id }) => !known.has(id))
  const cameCount = trail.cameCount + fresh.length
  if (fresh.length === newest.events.length || cameCount > cameMax) return anew
  return { events: [...fresh, ...trail.events], nextToken: trail.nextToken, cameCount }
}

/** With the page after its last event. */
export function withOlder<T>(trail: Trail<T>, { events, nextToken }: TrailPage<T>): Trail<T> {
  return { events: [...trail.events, ...events], nextToken, cameCount: trail.cameCount ?? 0 }
}
