/** Addresses behind which there are many clients, and the addresses by which this machine tells some of them apart. */
import { gatewaySourceAddress } from '@cay/contract/names.ts'
import { parseAddress, parseRange, renderAddress } from '../egress/ipv4.ts'
import { hasAddress, type RangeSet } from '../egress/range-set.ts'
import { type ClientKey, clientKey } from './client-address.ts'

/**
 * The TLS listener of this machine connects to the plain ports from an address in this range of the loopback, another one
 * for each of its clients.
 */
const clientSources = parseRange('127.128.0.0/9') ?? { first: 0, last: 0 }

/** One of 2^23 addresses, by a number of at least 23 bits. */
export function clientSourceAddress(number: number): string {
  return renderAddress(clientSources.first + (number % (clientSources.last - clientSources.first + 1)))
}

/** Programs of this machine, and sandboxes that call URLs of sandboxes. */
const local: ReadonlySet<ClientKey> = new Set(['127.0.0.1', clientKey('::1'), gatewaySourceAddress])

/** A reverse proxy that the operator named: its X-Forwarded-For says who the client is. */
export function isTrustedProxy(trusted: RangeSet, client: ClientKey): boolean {
  const address = parseAddress(client)
  if (address === undefined || (address >= clientSources.first && address <= clientSources.last)) return false
  return hasAddress(trusted, address)
}

export function isSharedClient(trusted: RangeSet, client: ClientKey): boolean {
  return local.has(client) || isTrustedProxy(trusted, client)
}
