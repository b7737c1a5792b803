/**
 * Which connections a listener closes when clients hold too many. A connection is known once a request on it had a valid
 * credential, and busy while a request is in flight:
 *
 *   closed first  1. neither known nor busy   2. busy, not known   3. known, not busy
 *   never closed  4. known and busy, unless its client holds more than its share and another one needs the room
 *
 * Among equals the client that holds the most loses first, so clients that hold few keep theirs; then the oldest is closed.
 */
export interface ClientConnection {
  readonly client: string
  /** Behind the address are many clients: a reverse proxy, or programs of this machine. It has no share. */
  readonly isShared: boolean
  readonly isKnown: boolean
  readonly isBusy: boolean
  /** When it was opened, or became idle last. */
  readonly sinceMs: number
}

/** One client may hold this part of all connections without a credential. */
const shareParts = 8
/** Room that is made in one step, as a part of all connections, so that it need not be made for each new one. */
const roomParts = 64

export interface ConnectionBounds {
  readonly connectionsMax: number
  readonly idleMsMax: number
}

export function clientShare({ connectionsMax }: Pick<ConnectionBounds, 'connectionsMax'>): number {
  return Math.max(1, Math.floor(connectionsMax / shareParts))
}

/** What to close so that the client, whose connections these are, may have one more without a credential. */
export function chooseOfClient<C extends ClientConnection>(own: Iterable<C>): C | undefined {
  let chosen: C | undefined
  for (const each of own) {
    if (each.isKnown) continue
    const order = chosen === undefined ? -1 : orderOf(each) - orderOf(chosen)
    if (order < 0 || (order === 0 && each.sinceMs < (chosen?.sinceMs ?? 0))) chosen = each
  }
  return chosen
}

/** What to close so that the listener has room for a connection of the client. Empty: there is nothing to close. */
export function chooseForRoom<C extends ClientConnection>(
  open: Iterable<C>,
  client: string,
  bounds: Pick<ConnectionBounds, 'connectionsMax'>,
): C[] {
  const all = [...open]
  const closable = all.filter((each) => orderOf(each) < inUse)
  const ranked = closable.length > 0 ? rank(closable) : rankBeyondShare(all, client, clientShare(bounds))
  const count = Math.max(1, Math.floor(bounds.connectionsMax / roomParts))
  return ranked.slice(0, count).map(({ connection }) => connection)
}

/** Of connections in use: those beyond the shares of other clients. */
function rankBeyondShare<C extends ClientConnection>(
  open: readonly C[],
  client: string,
  share: number,
): Ranked<C>[] {
  const others = open.filter((each) => !each.isShared && each.client !== client)
  const large = groupBy(others, (each) => each.client)
    .filter(({ length }) => length > share)
    .flat()
  return rank(large).filter(({ excess }) => excess >= share)
}

/**
 * Milliseconds that a connection that is not busy may stay open: shorter the more there are. For a known one only known
 * ones count, because all others are closed before it.
 */
export function idleMsAllowed(
  { isKnown }: Pick<ClientConnection, 'isKnown'>,
  openCount: number,
  { connectionsMax, idleMsMax }: ConnectionBounds,
): number {
  const filled = openCount / connectionsMax
  if (filled <= calmPart) return idleMsMax
  const pressure = Math.min(1, (filled - calmPart) / (1 - calmPart))
  const least = Math.min(isKnown ? knownIdleMsMin : unknownIdleMsMin, idleMsMax)
  return idleMsMax * (least / idleMsMax) ** pressure
}

/** Up to this part of all connections, idle ones stay as long as they may. */
const calmPart = 0.5
/** Idle times of a full listener: a request of a slow client with a credential takes less than the first to arrive. */
const unknownIdleMsMin = 3000
const knownIdleMsMin = 30_000

const inUse = 3

function orderOf({ isKnown, isBusy }: ClientConnection): number {
  if (!isKnown) return isBusy ? 1 : 0
  return isBusy ? inUse : 2
}

interface Ranked<C> {
  readonly connection: C
  readonly order: number
  /** Connections of the same client and order that are closed after this one. */
  readonly excess: number
}

/** First to be closed first. */
function rank<C extends ClientConnection>(open: readonly C[]): Ranked<C>[] {
  const groups = groupBy(open, (each) => `${orderOf(each)} ${each.client}`)
  const ranked = groups.flatMap((group) => {
    const order = group[0] === undefined ? inUse : orderOf(group[0])
    // Of connections in use the newest has lost the least.
    const sign = order === inUse ? -1 : 1
    return group
      .sort((a, b) => sign * (b.sinceMs - a.sinceMs))
      .map((connection, excess) => ({ connection, order, excess }))
  })
  return ranked.sort(
    (a, b) => a.order - b.order || b.excess - a.excess || a.connection.sinceMs - b.connection.sinceMs,
  )
}

function groupBy<C>(all: readonly C[], keyOf: (each: C) => string): C[][] {
  const groups = new Map<string, C[]>()
  for (const each of all) {
    const group = groups.get(keyOf(each))
    if (group === undefined) groups.set(keyOf(each), [each])
    else group.push(each)
  }
  return [...groups.values()]
}
