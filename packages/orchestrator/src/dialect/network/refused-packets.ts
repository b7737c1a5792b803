/** The packet rules' counts of what they have refused, as nft tells them. */
import type { RefusedPackets } from '../../ports/egress.ts'

export interface RefusedPlace extends RefusedPackets {
  /** Of the slot. */
  readonly interfaceName: string
}

export const refusedSets = { udp: 'refused_udp', other: 'refused_other', share: 'refused_share' } as const

interface ListedSet {
  readonly name: string
  readonly elem?: readonly ListedElement[]
}

interface ListedElement {
  readonly elem?: {
    readonly val?: { readonly concat?: readonly unknown[] }
    readonly counter?: { readonly packets?: number }
  }
}

/** From `nft -j list set` of one of the sets. What is of another shape is left out. */
export function readRefusedPlaces(json: string): RefusedPlace[] {
  const { nftables = [] } = JSON.parse(json) as {
    readonly nftables?: readonly { readonly set?: ListedSet }[]
  }
  return nftables.flatMap(({ set }) => (set?.elem ?? []).flatMap((element) => readPlace(set?.name, element)))
}

function readPlace(setName: string | undefined, { elem }: ListedElement): RefusedPlace[] {
  const [interfaceName, address, last] = elem?.val?.concat ?? []
  const count = elem?.counter?.packets
  if (typeof interfaceName !== 'string' || typeof address !== 'string' || count === undefined) return []
  const place = { interfaceName, address, count, isOverShare: setName === refusedSets.share }
  if (setName !== refusedSets.udp) return [{ ...place, protocol: protocols.get(last) ?? 'other', port: 0 }]
  // A port may be told by its name; nft is asked for numbers.
  return typeof last === 'number' ? [{ ...place, protocol: 'udp', port: last }] : []
}

/** As nft calls them, which depends on its release. */
const protocols = new Map<unknown, 'tcp' | 'udp' | 'icmp'>([
  ['icmp', 'icmp'],
  [1, 'icmp'],
  ['tcp', 'tcp'],
  [6, 'tcp'],
  ['udp', 'udp'],
  [17, 'udp'],
])

/** What came since the counts before, by interface. A count that went back began anew. */
export function refusedSince(
  before: ReadonlyMap<string, number>,
  now: readonly RefusedPlace[],
): { readonly counts: Map<string, number>; readonly refused: Map<string, RefusedPackets[]> } {
  const counts = new Map<string, number>()
  const refused = new Map<string, RefusedPackets[]>()
  for (const { interfaceName, ...place } of merged(now)) {
    const key = keyOf({ interfaceName, ...place })
    counts.set(key, place.count)
    const earlier = before.get(key) ?? 0
    const count = place.count >= earlier ? place.count - earlier : place.count
    if (count > 0) refused.set(interfaceName, [...(refused.get(interfaceName) ?? []), { ...place, count }])
  }
  return { counts, refused }
}

/** Protocols that are one to us. */
function merged(places: readonly RefusedPlace[]): Iterable<RefusedPlace> {
  const byKey = new Map<string, RefusedPlace>()
  for (const place of places) {
    const key = keyOf(place)
    byKey.set(key, { ...place, count: place.count + (byKey.get(key)?.count ?? 0) })
  }
  return byKey.values()
}

function keyOf({ interfaceName, protocol, address, port, isOverShare }: RefusedPlace): string {
  return [interfaceName, protocol, address, port, isOverShare].join(' ')
}
