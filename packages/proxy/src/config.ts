import type { CommonSettings } from '@cay/kit/data-layout.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { type Environment, readInteger, readOptional, SettingError } from '@cay/kit/settings.ts'
import { bounds } from './bounds.ts'

export interface ProxyConfig {
  readonly bind: string
  readonly port: number
  readonly orchestratorSocket: string
  /** Base domain of sandbox URLs, in lower case. */
  readonly domain: string | undefined
  readonly sandboxConnectionsMax: number
}

export function readConfig(env: Environment, settings: CommonSettings): ProxyConfig {
  return {
    bind: settings.bind,
    port: settings.proxyPort,
    orchestratorSocket: dataLayout(settings.dataDir).orchestratorSocket,
    domain: readDomain(env, 'CAY_DOMAIN'),
    sandboxConnectionsMax: readInteger(env, 'CAY_PROXY_SANDBOX_CONNECTIONS', {
      fallback: bounds.sandboxConnectionsDefault,
      min: 1,
      max: bounds.clientConnectionsMax,
    }),
  }
}

const shapeOfDomain = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/

function readDomain(env: Environment, variable: string): string | undefined {
  const domain = readOptional(env, variable)?.toLowerCase()
  if (domain !== undefined && !shapeOfDomain.test(domain)) {
    throw new SettingError(variable, domain, 'a domain name without scheme and port')
  }
  return domain
}
