/** The egress lists of a sandbox as packet rules: disjoint address ranges. Packets have no domain names. */
import { renderAddress } from '@cay/core/egress/ipv4.ts'
import type { EgressLists } from '@cay/core/egress/lists.ts'
import { parseEgressPolicy } from '@cay/core/egress/policy.ts'
import type { RangeSet } from '@cay/core/egress/range-set.ts'
import type { PacketPolicy } from './nft-lists.ts'

export function packetPolicy(address: string, { allowOut, denyOut }: EgressLists): PacketPolicy {
  const policy = parseEgressPolicy(allowOut, denyOut)
  return { address, allowed: rangeTexts(policy.allowed), denied: rangeTexts(policy.denied) }
}

function rangeTexts({ firsts, lasts }: RangeSet): string[] {
  return firsts.map((first, index) => `${renderAddress(first)}-${renderAddress(lasts[index] ?? first)}`)
}
