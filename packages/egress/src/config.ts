import { readFileSync } from 'node:fs'
import type { ResolverAddress } from '@cay/core/egress/resolver-list.ts'
import type { CommonSettings } from '@cay/kit/data-layout.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import type { Environment } from '@cay/kit/settings.ts'
import { readSetting } from '@cay/kit/settings-table.ts'
import { bounds } from './bounds.ts'
import { readResolvConf } from './dialect/resolv-conf.ts'

export interface EgressConfig {
  readonly orchestratorSocket: string
  readonly egressSocket: string
  readonly vaultSocket: string
  readonly authorityDirectory: string
  /** PEM; trusted for upstream servers of intercepted connections. */
  readonly extraAuthorities: readonly string[]
  readonly resolvers: readonly ResolverAddress[]
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
  }
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
