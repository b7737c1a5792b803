/** The only module that reads the environment. */

import type { OpenStoreOptions } from '@cay/blobs/edge/open-store.ts'
import { compileRanges, type RangeSet } from '@cay/core/egress/range-set.ts'
import type { SyslogTarget } from '@cay/core/event/syslog-target.ts'
import type { RetryMode } from '@cay/core/event/webhook.ts'
import { readClusterAddress } from '@cay/kit/cluster-address.ts'
import type { CommonSettings } from '@cay/kit/data-layout.ts'
import { type OidcSettings, readOidcSettings } from '@cay/kit/oidc-settings.ts'
import { type Environment, readOptional, SettingError } from '@cay/kit/settings.ts'
import { readSetting } from '@cay/kit/settings-table.ts'
import type { IdentitySettings } from './app/deps.ts'
import type { NodeSettings } from './ports/member.ts'

export interface ControlSettings {
  /** Registered as a key of the first team. */
  readonly apiKey: string | undefined
  /** Base domain of sandbox URLs in responses. */
  readonly domain: string | null
  /** Retention of audit events in days. */
  readonly eventDays: number
  readonly maxSandboxHours: number
  readonly webhooks: WebhookSettings
  readonly identity: IdentitySettings
  /** Reverse proxies whose X-Forwarded-For names the client. */
  readonly trustedProxies: RangeSet
}

export interface WebhookSettings {
  readonly retries: RetryMode
  /** Addresses in closed ranges that webhooks may be at. */
  readonly allowed: RangeSet
}

export interface EventExportSettings {
  /** URL that events are sent to as logs of OpenTelemetry. */
  readonly otlp: string | undefined
  readonly otlpHeaders: Readonly<Record<string, string>>
  readonly syslog: SyslogTarget | undefined
  readonly syslogCertificates: readonly string[] | undefined
}

export interface ProcessSettings extends ControlSettings {
  /** Undefined: users cannot sign in. */
  readonly oidc: OidcSettings | undefined
  readonly eventExports: EventExportSettings
  /** Undefined selects the SQLite file in the data directory. */
  readonly databaseUrl: string | undefined
  /** Encrypts secrets; undefined selects the key in the data directory. */
  readonly secretsKey: Buffer | undefined
  /** DNS servers for lookups; empty selects the system's resolver. */
  readonly dnsServers: readonly string[]
  /** host:port at which nodes reach this process; undefined: it serves none. */
  readonly clusterAddress: string | undefined
  /** Milliseconds after which a silent node is given up. */
  readonly nodeLossMs: number
  /** What all nodes have in common; none of it is a credential. */
  readonly nodeSettings: NodeSettings
  /** Undefined: artifacts are on the node alone. */
  readonly objectStore: OpenStoreOptions | undefined
}

/** Throws SettingError. */
export function readControlSettings(env: Environment, common: CommonSettings): ProcessSettings {
  const domain = readSetting(env, 'CAY_DOMAIN')
  return {
    apiKey: readSetting(env, 'CAY_API_KEY'),
    domain: ownDomain(domain, common) ?? localDomain(common),
    eventDays: readSetting(env, 'CAY_EVENT_DAYS'),
    webhooks: {
      retries: readSetting(env, 'CAY_WEBHOOK_RETRIES'),
      allowed: compileRanges(readSetting(env, 'CAY_WEBHOOK_ALLOW')),
    },
    eventExports: {
      otlp: readSetting(env, 'CAY_EVENTS_OTLP'),
      otlpHeaders: readOtlpHeaders(env),
      syslog: readSetting(env, 'CAY_EVENTS_SYSLOG'),
      syslogCertificates: readSetting(env, 'CAY_EVENTS_SYSLOG_CA_FILE'),
    },
    maxSandboxHours: readSetting(env, 'CAY_MAX_SANDBOX_HOURS'),
    trustedProxies: compileRanges(readSetting(env, 'CAY_TRUSTED_PROXIES')),
    identity: {
      trustDomain: readSetting(env, 'CAY_TRUST_DOMAIN') ?? domain ?? 'cay.local',
      issuer: readSetting(env, 'CAY_ISSUER_URL'),
    },
    oidc: readOidcSettings(env),
    databaseUrl: readSetting(env, 'CAY_DATABASE_URL'),
    secretsKey: readSetting(env, 'CAY_SECRETS_KEY'),
    dnsServers: (readSetting(env, 'CAY_DNS_UPSTREAM') ?? []).map(({ address, port }) => `${address}:${port}`),
    clusterAddress: readClusterAddress(env),
    nodeLossMs: readSetting(env, 'CAY_NODE_LOSS_SECONDS') * 1000,
    nodeSettings: {
      domain: domain ?? '',
      blobsUrl: withoutCredentials(readOptional(env, 'CAY_BLOBS_URL') ?? ''),
      oidcIssuer: readSetting(env, 'CAY_OIDC_ISSUER') ?? '',
    },
    objectStore: readObjectStore(env),
  }
}

/** The variable of OpenTelemetry: `name=value` with commas between, each part encoded as in a URL. */
function readOtlpHeaders(env: Environment): Record<string, string> {
  const variable = 'OTEL_EXPORTER_OTLP_HEADERS'
  const text = readOptional(env, variable) ?? ''
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      if (at < 1) throw new SettingError(variable, '…', 'name=value, with commas between')
      return [decodeURIComponent(pair.slice(0, at).trim()), decodeURIComponent(pair.slice(at + 1).trim())]
    }),
  )
}

function withoutCredentials(text: string): string {
  const url = URL.parse(text)
  if (url === null) return ''
  url.username = ''
  url.password = ''
  return url.href
}

export function readObjectStore(env: Environment): OpenStoreOptions | undefined {
  const location = readSetting(env, 'CAY_BLOBS_URL')
  if (location === undefined) return undefined
  return {
    location,
    accessKey: readSetting(env, 'CAY_BLOBS_ACCESS_KEY'),
    secretKey: readSetting(env, 'CAY_BLOBS_SECRET_KEY'),
    certificates: readSetting(env, 'CAY_BLOBS_CA_FILE'),
  }
}

/**
 * The base domain in responses. Clients use TLS with it, so it carries the TLS port, unless that is 443 or TLS is
 * terminated by another program.
 */
function ownDomain(domain: string | undefined, { tls, tlsPort }: CommonSettings): string | undefined {
  return domain === undefined || tls === 'off' || tlsPort === 443 ? domain : `${domain}:${tlsPort}`
}

/**
 * Without a configured domain, an installation that listens on loopback only is reached at `<port>-<id>.localhost`
 * through the proxy's port. Returning that name keeps clients from sending a sandbox's traffic and token to their
 * built-in domain. Null where no name is known to lead to this installation.
 */
function localDomain({ bind, proxyPort }: CommonSettings): string | null {
  const isLocal = bind === 'localhost' || bind === '::1' || bind.startsWith('127.')
  return isLocal && proxyPort !== 0 ? `localhost:${proxyPort}` : null
}
