import type { CommonSettings } from '@cay/kit/data-layout.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import type { Environment } from '@cay/kit/settings.ts'
import { readSetting } from '@cay/kit/settings-table.ts'
import { readTlsSettings, type TlsSettings } from '@cay/kit/tls-settings.ts'

export interface ProxyConfig {
  readonly bind: string
  readonly port: number
  readonly orchestratorSocket: string
  /** Base domain of sandbox URLs, in lower case. */
  readonly domain: string | undefined
  readonly sandboxConnectionsMax: number
  /** Undefined when this proxy does not terminate TLS. */
  readonly tls: TlsConfig | undefined
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
    sandboxConnectionsMax: readSetting(env, 'CAY_PROXY_SANDBOX_CONNECTIONS'),
    tls: readTls(env, settings),
  }
}

function readTls(env: Environment, { apiPort, dataDir }: CommonSettings): TlsConfig | undefined {
  const tls = readTlsSettings(env)
  return tls === undefined
    ? undefined
    : { ...tls, apiPort, authorityDirectory: dataLayout(dataDir).tlsAuthority }
}
