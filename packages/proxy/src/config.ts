import { existsSync } from 'node:fs'
import { compileRanges, type RangeSet } from '@cay/core/egress/range-set.ts'
import type { CommonSettings } from '@cay/kit/data-layout.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import type { Environment } from '@cay/kit/settings.ts'
import { readSetting } from '@cay/kit/settings-table.ts'
import { readTlsSettings, type TlsSettings } from '@cay/kit/tls-settings.ts'
import { bounds } from './bounds.ts'

export interface ProxyConfig {
  readonly bind: string
  readonly port: number
  readonly orchestratorSocket: string
  /** Base domain of sandbox URLs, in lower case. */
  readonly domain: string | undefined
  /** Of the tokens of users, where users sign in. */
  readonly userIssuer: string | undefined
  readonly sandboxConnectionsMax: number
  /** Reverse proxies behind whose addresses are many clients. */
  readonly trustedProxies: RangeSet
  /** Idle timeout of a pooled upstream connection. */
  readonly idleConnectionMs: number
  /** Undefined when this proxy does not terminate TLS. */
  readonly tls: TlsConfig | undefined
}

/** Of a proxy in a cluster of nodes. */
export interface ClusterConfig {
  readonly bind: string
  readonly port: number
  /** Of control, or of the agent that leads to it. */
  readonly socket: string
  readonly identityDirectory: string
}

export interface TlsConfig extends TlsSettings {
  /** The port of the control API. */
  readonly apiPort: number
  readonly authorityDirectory: string
}

export function readConfig(env: Environment, settings: CommonSettings): ProxyConfig {
  return {
    bind: settings.bind,
    port: settings.proxyPort,
    orchestratorSocket: dataLayout(settings.dataDir).orchestratorSocket,
    domain: readSetting(env, 'CAY_DOMAIN'),
    userIssuer: readSetting(env, 'CAY_OIDC_ISSUER'),
    sandboxConnectionsMax: readSetting(env, 'CAY_PROXY_SANDBOX_CONNECTIONS'),
    trustedProxies: compileRanges(readSetting(env, 'CAY_TRUSTED_PROXIES')),
    idleConnectionMs: readIdleConnectionMs(env),
    tls: readTls(env, settings),
  }
}

/** A node that has joined a cluster has the directory, although perhaps no certificate yet. */
export function readClusterConfig(
  env: Environment,
  { dataDir }: Pick<CommonSettings, 'dataDir'>,
): ClusterConfig | undefined {
  const { edgeIdentity, clusterSocket } = dataLayout(dataDir)
  if (!existsSync(edgeIdentity)) return undefined
  return {
    bind: readSetting(env, 'CAY_EDGE_BIND'),
    port: readSetting(env, 'CAY_EDGE_PORT'),
    socket: clusterSocket,
    identityDirectory: edgeIdentity,
  }
}

/** A sandbox with an open connection is not frozen, so connections must not outlast the idle time by much. 0: none is frozen. */
function readIdleConnectionMs(env: Environment): number {
  const freezeAfterMs = readSetting(env, 'CAY_FREEZE_AFTER_SECONDS') * 1000
  return freezeAfterMs === 0
    ? bounds.idleConnectionMsMax
    : Math.min(freezeAfterMs, bounds.idleConnectionMsMax)
}

function readTls(env: Environment, { apiPort, dataDir }: CommonSettings): TlsConfig | undefined {
  const tls = readTlsSettings(env)
  return tls === undefined
    ? undefined
    : { ...tls, apiPort, authorityDirectory: dataLayout(dataDir).tlsAuthority }
}
