/**
 * The egress policy of a sandbox, validated and compiled. An entry of `allowOut` that is not an address is a domain name; with
 * names, `denyOut` must deny all addresses, or the names would have no effect.
 */
import { ServiceError } from '../errors.ts'
import { compileDomains, type DomainSet, normalizePattern } from './domain-name.ts'
import { type AddressRange, isIpv6Range, parseRange } from './ipv4.ts'
import { compileRanges, hasAllAddresses, type RangeSet } from './range-set.ts'

/** All IPv4 addresses: required in `denyOut` beside names, and the meaning of `allow_internet_access: false`. */
export const allAddresses = '0.0.0.0/0'

/** Maximum number of entries per list. */
export const egressEntriesMax = 4096

export interface EgressPolicy {
  readonly allowed: RangeSet
  readonly denied: RangeSet
  readonly domains: DomainSet
  readonly hasDomains: boolean
  /** Whether names outside `domains` resolve: not when none of their addresses is reachable. */
  readonly areNamesOpen: boolean
  /** The denied ranges as the caller wrote them, to name one in a denial. */
  readonly deniedEntries: readonly (AddressRange & { readonly text: string })[]
}

/** Throws request_invalid for the first entry that is wrong. */
export function parseEgressPolicy(allowOut: readonly string[], denyOut: readonly string[]): EgressPolicy {
  checkCount('allowOut', allowOut)
  checkCount('denyOut', denyOut)
  const deniedEntries = denyOut.map((text) => ({ text, ...parseDenied(text) }))
  const allowedRanges: AddressRange[] = []
  const patterns: string[] = []
  for (const text of allowOut) {
    const range = parseRange(text)
    if (range !== undefined) allowedRanges.push(range)
    else if (!isIpv6Range(text)) patterns.push(parsePattern(text))
  }
  if (patterns.length > 0 && !denyOut.includes(allAddresses)) {
    throw invalid(
      `When specifying allowed domains in allow out, you must include 'ALL_TRAFFIC' (${allAddresses}) in deny out to block all other traffic.`,
    )
  }
  const allowed = compileRanges(allowedRanges)
  const denied = compileRanges(deniedEntries)
  return {
    allowed,
    denied,
    domains: compileDomains(patterns),
    hasDomains: patterns.length > 0,
    areNamesOpen: !hasAllAddresses(denied) || hasAllAddresses(allowed),
    deniedEntries,
  }
}

function checkCount(list: string, entries: readonly string[]): void {
  if (entries.length > egressEntriesMax) throw invalid(`network.${list}: at most ${egressEntriesMax} entries`)
}

function parseDenied(text: string): AddressRange {
  const range = parseRange(text)
  if (range === undefined) {
    throw invalid(
      `network.denyOut: ${quote(text)} is not an IPv4 address or CIDR block; domains cannot be denied`,
    )
  }
  if (range.first === 0 && text !== allAddresses) {
    throw invalid(`network.denyOut: ${quote(text)} is not allowed; all addresses are written ${allAddresses}`)
  }
  return range
}

function parsePattern(text: string): string {
  const pattern = normalizePattern(text)
  if (pattern === undefined) {
    throw invalid(
      `network.allowOut: ${quote(text)} is not an IP address, a CIDR block or a domain name (example.com, *.example.com or *)`,
    )
  }
  return pattern
}

const quotedLengthMax = 100

function quote(text: string): string {
  return JSON.stringify(text.length > quotedLengthMax ? `${text.slice(0, quotedLengthMax)}…` : text)
}

function invalid(message: string): ServiceError {
  return new ServiceError('request_invalid', message)
}
