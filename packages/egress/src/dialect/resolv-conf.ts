import { parseAddress } from '@cay/core/egress/ipv4.ts'

export interface ResolverAddress {
  readonly address: string
  readonly port: number
}

const dnsPort = 53

/** The IPv4 resolvers that a resolv.conf names, in its order. */
export function readResolvConf(text: string): ResolverAddress[] {
  return text
    .split('\n')
    .flatMap((line) => /^\s*nameserver\s+(\S+)/.exec(line)?.[1] ?? [])
    .flatMap((address) => (parseAddress(address) === undefined ? [] : [{ address, port: dnsPort }]))
}

/** `address` or `address:port`, several with commas between. Undefined when one is neither. */
export function readResolverList(text: string): ResolverAddress[] | undefined {
  const all = text.split(',').map((each) => readResolver(each.trim()))
  return all.every((each) => each !== undefined) ? all : undefined
}

function readResolver(text: string): ResolverAddress | undefined {
  const [address = '', port = String(dnsPort), ...rest] = text.split(':')
  const isPort = /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65535
  if (rest.length > 0 || parseAddress(address) === undefined || !isPort) return undefined
  return { address, port: Number(port) }
}
