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
  /** Undefined: TLS ends elsewhere, or nowhere. */
  readonly tls: TlsConfig | undefined
}

export interface TlsConfig {
  readonly port: number
  readonly domain: string
  /** Where control listens. */
  readonly apiPort: number
  /** Both are files in PEM; undefined: they are made by the installation's own authority. */
  readonly files: { readonly certificate: string; readonly key: string } | undefined
  readonly authorityDirectory: string
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
    tls: readTls(env, settings),
  }
}

function readTls(env: Environment, settings: CommonSettings): TlsConfig | undefined {
  if (settings.tls === 'off') return undefined
  const domain = readDomain(env, 'CAY_DOMAIN')
  if (domain === undefined) throw new SettingError('CAY_DOMAIN', '', 'needed with CAY_TLS: a domain name')
  const certificate = readFile(env, 'CAY_TLS_CERT_FILE', settings)
  const key = readFile(env, 'CAY_TLS_KEY_FILE', settings)
  return {
    port: settings.tlsPort,
    domain,
    apiPort: settings.apiPort,
    files: certificate === undefined || key === undefined ? undefined : { certificate, key },
    authorityDirectory: dataLayout(settings.dataDir).tlsAuthority,
  }
}

function readFile(
  env: Environment,
  variable: 'CAY_TLS_CERT_FILE' | 'CAY_TLS_KEY_FILE',
  { tls }: CommonSettings,
): string | undefined {
  if (tls !== 'files') return undefined
  const path = readOptional(env, variable)
  if (path?.startsWith('/') !== true)
    throw new SettingError(variable, path ?? '', 'needed with CAY_TLS=files: the absolute path of a file')
  return path
}

const shapeOfDomain = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/

function readDomain(env: Environment, variable: string): string | undefined {
  const domain = readOptional(env, variable)?.toLowerCase()
  if (domain !== undefined && !shapeOfDomain.test(domain)) {
    throw new SettingError(variable, domain, 'a domain name without scheme and port')
  }
  return domain
}
