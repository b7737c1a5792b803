import { parseAddress } from './ipv4.ts'

export interface ResolverAddress {
  readonly address: string
  readonly port: number
}

export const dnsPort = 53

/** `address` or `address:port`, comma-separated. Undefined when an entry is neither. */
export function parseResolverList(text: string): readonly ResolverAddress[] | undefined {
  const all = text.split(',').map((each) => parseResolver(each.trim()))
  const resolvers = all.filter((each) => each !== undefined)
  return resolvers.length === all.length ? resolvers : undefined
}

function parseResolver(text: string): ResolverAddress | undefined {
  const [address = '', port = String(dnsPort), ...rest] = text.split(':')
  const isPort = /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65535
  if (rest.length > 0 || parseAddress(address) === undefined || !isPort) return undefined
  return { address, port: Number(port) }
}
