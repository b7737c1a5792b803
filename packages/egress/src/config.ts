import { readFileSync } from 'node:fs'
import { readAuthorities } from '@cay/kit/certificates/authority-setting.ts'
import type { CommonSettings } from '@cay/kit/data-layout.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { type Environment, readOptional, SettingError } from '@cay/kit/settings.ts'
import { bounds } from './bounds.ts'
import { type ResolverAddress, readResolvConf, readResolverList } from './dialect/resolv-conf.ts'

export interface EgressConfig {
  readonly orchestratorSocket: string
  readonly egressSocket: string
  readonly vaultSocket: string
  readonly authorityDirectory: string
  /** PEM; trusted in servers that sandboxes' requests with headers go to. */
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
    extraAuthorities: readAuthorities(env, 'CAY_EGRESS_CA_FILE'),
    resolvers: readResolvers(env, 'CAY_DNS_UPSTREAM').slice(0, bounds.resolversMax),
  }
}

/** Given ones, or else those of the node. */
function readResolvers(env: Environment, variable: string): readonly ResolverAddress[] {
  const text = readOptional(env, variable)
  if (text === undefined) return readResolvConf(readFileOrNothing('/etc/resolv.conf'))
  const resolvers = readResolverList(text)
  if (resolvers === undefined) {
    throw new SettingError(variable, text, 'IPv4 addresses, each with a port or without, with commas between')
  }
  return resolvers
}

/** A node without the file resolves no names; everything else works. */
function readFileOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Whatever the reason is, there are no resolvers to be had from it.
    return ''
  }
}
