/** Parses the counts of refused packets, as nft lists them. */
import type { RefusedPackets } from '../../ports/egress.ts'

export interface RefusedDestination extends RefusedPackets {
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

/** Parses the output of `nft -j list set`. Elements of another format are skipped. */
export function readRefusedDestinations(json: string): RefusedDestination[] {
  const { nftables = [] } = JSON.parse(json) as {
    readonly nftables?: readonly { readonly set?: ListedSet }[]
  }
  return nftables.flatMap(({ set }) =>
    (set?.elem ?? []).flatMap((element) => readDestination(set?.name, element)),
  )
}

function readDestination(setName: string | undefined, { elem }: ListedElement): RefusedDestination[] {
  const [interfaceName, address, last] = elem?.val?.concat ?? []
  const count = elem?.counter?.packets
  if (typeof interfaceName !== 'string' || typeof address !== 'string' || count === undefined) return []
  const destination = { interfaceName, address, count, isOverShare: setName === refusedSets.share }
  if (setName !== refusedSets.udp)
    return [{ ...destination, protocol: protocols.get(last) ?? 'other', port: 0 }]
  // A port may be told by its name; nft is asked for numbers.
  return typeof last === 'number' ? [{ ...destination, protocol: 'udp', port: last }] : []
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

/** The increase of the counts since the last read, by interface. A count that decreased was reset. */
export function refusedSince(
  before: ReadonlyMap<string, number>,
  now: readonly RefusedDestination[],
): { readonly counts: Map<string, number>; readonly refused: Map<string, RefusedPackets[]> } {
  const counts = new Map<string, number>()
  const refused = new Map<string, RefusedPackets[]>()
  for (const { interfaceName, ...destination } of merged(now)) {
    const key = keyOf({ interfaceName, ...destination })
    counts.set(key, destination.count)
    const earlier = before.get(key) ?? 0
    const count = destination.count >= earlier ? destination.count - earlier : destination.count
    if (count > 0)
      refused.set(interfaceName, [...(refused.get(interfaceName) ?? []), { ...destination, count }])
  }
  return { counts, refused }
}

/** Merges destinations whose protocols are reported as one. */
function merged(destinations: readonly RefusedDestination[]): Iterable<RefusedDestination> {
  const byKey = new Map<string, RefusedDestination>()
  for (const destination of destinations) {
    const key = keyOf(destination)
    byKey.set(key, { ...destination, count: destination.count + (byKey.get(key)?.count ?? 0) })
  }
  return byKey.values()
}

function keyOf({ interfaceName, protocol, address, port, isOverShare }: RefusedDestination): string {
  return [interfaceName, protocol, address, port, isOverShare].join(' ')
}
