/**
 * The order of decisions, the same for every sandbox at all times: closed ranges, then allowed domains (TCP ports 80
 * and 443), then allowed addresses, then denied addresses, then open.
 */
import { closedRangeOf } from './closed-ranges.ts'
import { hasName, normalizeName } from './domain-name.ts'
import { parseAddress } from './ipv4.ts'
import type { EgressPolicy } from './policy.ts'
import { hasAddress } from './range-set.ts'

export interface TcpDestination {
  /** In dotted form. */
  readonly address: string
  readonly port: number
  /** As in the first bytes of the connection, in any spelling. */
  readonly name?: string | undefined
}

export interface Refused {
  readonly kind: 'refused'
  /** The rule that applied, as text for people. */
  readonly rule: string
}

/** `by: 'name'`: the gateway resolves the name again and ignores the address that the sandbox used. */
export type TcpDecision =
  | { readonly kind: 'dial'; readonly by: 'name'; readonly name: string }
  | { readonly kind: 'dial'; readonly by: 'address' }
  | Refused

export type PacketDecision = { readonly kind: 'pass' } | Refused

/** Ports whose first bytes hold a host name: HTTP and TLS. */
export const namedPorts: Readonly<Record<number, 'http' | 'tls'>> = { 80: 'http', 443: 'tls' }

export function decideTcp(policy: EgressPolicy, destination: TcpDestination): TcpDecision {
  const { address, port } = destination
  const closed = refuseClosed(address)
  if (closed !== undefined) return closed
  if (policy.hasDomains && namedPorts[port] !== undefined && destination.name !== undefined) {
    const name = normalizeName(destination.name)
    if (name !== undefined && hasName(policy.domains, name)) return { kind: 'dial', by: 'name', name }
  }
  return refuseDenied(policy, address) ?? { kind: 'dial', by: 'address' }
}

/**
 * For the URL of a sandbox of this installation, which is on addresses that are closed otherwise: the connection goes to the
 * proxy and not to the address, so only the sandbox's own lists decide.
 */
export function decideSandboxUrl(
  policy: EgressPolicy,
  { address, name }: { readonly address: string; readonly name: string },
): TcpDecision {
  const dial = { kind: 'dial', by: 'name', name } as const
  if (policy.hasDomains && hasName(policy.domains, name)) return dial
  return refuseDenied(policy, address) ?? dial
}

/** For UDP and ICMP, which carry no host name. */
export function decidePacket(policy: EgressPolicy, address: string): PacketDecision {
  return refuseClosed(address) ?? refuseDenied(policy, address) ?? { kind: 'pass' }
}

/** Decides a DNS query. */
export function decideName(policy: EgressPolicy, name: string): PacketDecision {
  if (policy.areNamesOpen) return { kind: 'pass' }
  const normal = normalizeName(name)
  if (normal !== undefined && hasName(policy.domains, normal)) return { kind: 'pass' }
  return {
    kind: 'refused',
    rule: policy.hasDomains ? 'name not in allowOut' : 'all addresses denied by denyOut',
  }
}

/** A malformed address is denied too. */
function refuseClosed(address: string): Refused | undefined {
  const number = parseAddress(address)
  if (number === undefined) return { kind: 'refused', rule: 'not an IPv4 address' }
  const range = closedRangeOf(number)
  return range === undefined ? undefined : { kind: 'refused', rule: `closed range ${range}` }
}

function refuseDenied(policy: EgressPolicy, address: string): Refused | undefined {
  const number = parseAddress(address) ?? 0
  if (hasAddress(policy.allowed, number) || !hasAddress(policy.denied, number)) return undefined
  const entry = policy.deniedEntries.find(({ first, last }) => first <= number && number <= last)
  return { kind: 'refused', rule: `denyOut ${entry?.text ?? ''}` }
}
