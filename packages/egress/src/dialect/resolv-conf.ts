import { parseAddress } from '@cay/core/egress/ipv4.ts'
import { dnsPort, type ResolverAddress } from '@cay/core/egress/resolver-list.ts'

/** The IPv4 resolvers that a resolv.conf names, in its order. */
export function readResolvConf(text: string): ResolverAddress[] {
  return text
    .split('\n')
    .flatMap((line) => /^\s*nameserver\s+(\S+)/.exec(line)?.[1] ?? [])
    .flatMap((address) => (parseAddress(address) === undefined ? [] : [{ address, port: dnsPort }]))
}
