import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { ResolverAddress } from '@cay/core/egress/resolver-list.ts'
import type { CommonSettings } from '@cay/kit/data-layout.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import type { Environment } from '@cay/kit/settings.ts'
import { readSetting } from '@cay/kit/settings-table.ts'
import { bounds } from './bounds.ts'
import { readResolvConf } from './dialect/resolv-conf.ts'
import type { SandboxUrls } from './ports/network.ts'

export interface EgressConfig {
  readonly orchestratorSocket: string
  readonly egressSocket: string
  readonly vaultSocket: string
  readonly authorityDirectory: string
  /** PEM; trusted for upstream servers of intercepted connections. */
  readonly extraAuthorities: readonly string[]
  readonly resolvers: readonly ResolverAddress[]
  /** Undefined where sandboxes cannot reach the URLs of others. */
  readonly sandboxUrls: SandboxUrls | undefined
}

export function readConfig(env: Environment, settings: CommonSettings): EgressConfig {
  const layout = dataLayout(settings.dataDir)
  return {
    orchestratorSocket: layout.orchestratorSocket,
    egressSocket: layout.egressSocket,
    vaultSocket: layout.vaultSocket,
    authorityDirectory: layout.egressAuthority,
    extraAuthorities: readSetting(env, 'CAY_EGRESS_CA_FILE'),
    resolvers: readResolvers(env).slice(0, bounds.resolversMax),
    sandboxUrls: readSandboxUrls(env, settings),
  }
}

/** Without a domain, or with ports that are chosen at the start, there are no URLs to recognise. */
function readSandboxUrls(env: Environment, settings: CommonSettings): SandboxUrls | undefined {
  const domain = readSetting(env, 'CAY_DOMAIN')
  const proxyHost = proxyHostOf(settings.bind)
  if (domain === undefined || proxyHost === undefined) return undefined
  if (readSetting(env, 'CAY_EGRESS_SANDBOX_URLS') === 'off') return undefined
  const protocols = new Map<number, 'http' | 'tls'>()
  if (settings.proxyPort !== 0) protocols.set(settings.proxyPort, 'http')
  if (readSetting(env, 'CAY_TLS') !== 'off' && settings.tlsPort !== 0) protocols.set(settings.tlsPort, 'tls')
  return protocols.size === 0 ? undefined : { domain, proxyHost, protocols }
}

/** Where this machine reaches the proxy from the address of the gateway, which is IPv4. */
function proxyHostOf(bind: string): string | undefined {
  if (bind === 'localhost' || bind === '0.0.0.0' || bind === '::') return '127.0.0.1'
  return isIP(bind) === 4 ? bind : undefined
}

/** From the settings, or else those of the node. */
function readResolvers(env: Environment): readonly ResolverAddress[] {
  return readSetting(env, 'CAY_DNS_UPSTREAM') ?? readResolvConf(readFileOrNothing('/etc/resolv.conf'))
}

/** A node without the file resolves no names; everything else works. */
function readFileOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Whatever the reason, it yields no resolvers.
    return ''
  }
}
