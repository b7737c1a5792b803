/** Which destinations the operator's settings open to the pull of an image. Pure. */
import { isClosed } from '@cay/core/egress/closed-ranges.ts'
import { parseAddress } from '@cay/core/egress/ipv4.ts'
import type { RegistryRules } from './image-tool.ts'

export interface HostAndPort {
  /** A name in lower case, or an IPv4 address. */
  readonly host: string
  readonly port: number
}

/**
 * What may be reached in closed ranges: nothing, unless the operator named the image's own registry. Then it is that
 * registry, its mirror, and the private registries, among which may be servers of tokens and blobs that it refers to.
 */
export function operatorDestinations(registry: string, rules: RegistryRules): readonly HostAndPort[] {
  if (!isNamed(registry, rules)) return []
  const mirror = rules.mirrors.get(registry)?.split('/')[0]
  const own = rules.plain.has(registry) ? [registry] : []
  const named = [...own, ...(mirror === undefined ? [] : [mirror]), ...rules.privates]
  return [...new Set(named)].flatMap((host) => destinationsOf(host, rules))
}

/**
 * Whether the name of the registry alone says that it is on the node or on a private network. A name that resolves there is
 * no such thing: the user who names the image must not learn what it resolves to.
 */
export function isPrivateByName(registry: string, rules: RegistryRules): boolean {
  if (isNamed(registry, rules)) return false
  const { host } = splitPort(registry)
  const address = parseAddress(host)
  return host === 'localhost' || host.endsWith('.localhost') || (address !== undefined && isClosed(address))
}

export function isNamed(registry: string, { plain, privates, mirrors }: RegistryRules): boolean {
  return plain.has(registry) || privates.has(registry) || mirrors.has(registry)
}

const ports = { http: 80, https: 443 } as const

/** Without a port it is that of TLS, and where there need not be TLS that of HTTP as well. */
function destinationsOf(registry: string, { plain }: RegistryRules): readonly HostAndPort[] {
  const { host, port } = splitPort(registry)
  if (port !== undefined) return [{ host, port }]
  const usual = plain.has(registry) ? [ports.https, ports.http] : [ports.https]
  return usual.map((each) => ({ host, port: each }))
}

function splitPort(registry: string): { readonly host: string; readonly port: number | undefined } {
  const [, host = registry, port] = /^(.*?)(?::(\d{1,5}))?$/.exec(registry) ?? []
  return { host: host.toLowerCase(), port: port === undefined ? undefined : Number(port) }
}
