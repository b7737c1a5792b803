import { lookup, Resolver } from 'node:dns/promises'
import type { ResolveHost } from '../../ports/host.ts'

const resolveMsMax = 5000
const triesMax = 2

/**
 * Resolves with the given servers (`address` or `address:port`), or with the system's resolver when there are none.
 * IPv4 only.
 */
export function resolveWith(servers: readonly string[]): ResolveHost {
  if (servers.length === 0) {
    return async (host) => (await lookup(host, { all: true, family: 4 })).map(({ address }) => address)
  }
  const resolver = new Resolver({ timeout: resolveMsMax, tries: triesMax })
  resolver.setServers([...servers])
  return (host) => resolver.resolve4(host)
}
