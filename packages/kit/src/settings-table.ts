/**
 * Every setting of an installation, whichever process reads it: so the command can check all of them before it starts
 * anything. docs/settings.md is the same list for people.
 */
import { isIP } from 'node:net'
import { apiKeyPrefix } from '@cay/contract/names.ts'
import { parseRange } from '@cay/core/egress/ipv4.ts'
import { parseResolverList } from '@cay/core/egress/resolver-list.ts'
import { parseSyslogTarget } from '@cay/core/event/syslog-target.ts'
import { retryModes } from '@cay/core/event/webhook.ts'
import { isTrustDomain } from '@cay/core/identity/signing-keys.ts'
import { parseApiKey } from '@cay/core/ids.ts'
import { parseBaseDomain } from '@cay/core/routing/base-domain.ts'
import { blobsUrl } from './blobs-settings.ts'
import { certificatesFile } from './certificates/authority-setting.ts'
import { databaseUrl } from './database-url.ts'
import { logLevels } from './log.ts'
import { parseProviderOrigin, parseProviderUrl } from './provider-url.ts'
import { plainUrl, registryHosts, registryMirrors } from './registry-settings.ts'
import {
  absolutePath,
  choice,
  decimal,
  freeText,
  integer,
  list,
  optional,
  optionalInteger,
  optionalPath,
} from './setting-kinds.ts'
import { type Environment, parseSetting, type Setting } from './settings.ts'
import { parseVaultKey } from './vault-key.ts'

const port = (fallback: number) => integer({ fallback, min: 0, max: 65_535 })
/** An upper limit for any machine. */
const mebibytesMax = 2 ** 24
const mebibytes = (fallback: number) => integer({ fallback, min: 0, max: mebibytesMax })
const logMebibytes = (fallback: number) => integer({ fallback, min: 1, max: 2 ** 20 })
/** The last ids of all mean nobody, or no change. */
const uidBaseMax = 2 ** 32 - 2 - 65_536
const bindAddress: Setting<string> = {
  fallback: '127.0.0.1',
  allowed: 'an IP address of this machine, or localhost',
  parse: (text) => (text === 'localhost' || isIP(text) !== 0 ? text : undefined),
}

export const tlsModes = ['off', 'auto', 'files'] as const
/** What an answer to a pause, a snapshot, a build or an upload waits for, when there is an object store. */
const durabilities = ['stored', 'node'] as const
/** Where the memory of frozen sandboxes is swapped. */
const swapModes = ['off', 'zram'] as const
/** Whether sandboxes reach the public URLs of others. */
const sandboxUrlModes = ['on', 'off'] as const

export const settingsTable = {
  CAY_DATA_DIR: absolutePath('/var/lib/cay'),
  CAY_BIND: bindAddress,
  CAY_API_PORT: port(3000),
  CAY_PROXY_PORT: port(3002),
  /** Where a node of a cluster serves the proxies of the others. */
  CAY_EDGE_PORT: port(3004),
  CAY_EDGE_BIND: { ...bindAddress, fallback: '0.0.0.0' },
  CAY_TRUSTED_PROXIES: list(parseRange, 'IPv4 addresses or CIDR blocks, with commas between'),
  CAY_DOMAIN: optional(parseBaseDomain, 'a domain name without scheme and port'),
  CAY_TLS: choice(tlsModes, 'off'),
  CAY_TLS_PORT: port(443),
  CAY_TLS_CERT_FILE: optionalPath,
  CAY_TLS_KEY_FILE: optionalPath,
  CAY_API_KEY: {
    ...optional(
      (text) => (parseApiKey(text) === undefined ? undefined : text),
      `${apiKeyPrefix} and 40 hex digits`,
    ),
    isSecret: true,
  },
  CAY_DATABASE_URL: databaseUrl,
  CAY_SECRETS_KEY: { ...optional(parseVaultKey, '64 hex digits'), isSecret: true },
  CAY_TRUST_DOMAIN: optional(
    (text) => (isTrustDomain(text) ? text : undefined),
    'letters a to z in lower case, digits, dots, dashes and underscores',
  ),
  CAY_ISSUER_URL: optional(parseUrl, 'a URL that begins with http:// or https://'),
  CAY_OIDC_ISSUER: optional(parseProviderUrl, 'an https:// URL, or http:// on this machine'),
  CAY_OIDC_CLIENT_ID: optional(nonEmpty, 'the id of a client'),
  CAY_OIDC_AUDIENCE: optional(nonEmpty, 'the audience of tokens'),
  CAY_OIDC_CLAIM: freeText('groups'),
  CAY_OIDC_ORIGINS: list(parseProviderOrigin, 'https:// origins without a path, with commas between'),
  CAY_OIDC_KEY_DAYS: integer({ fallback: 30, min: 1, max: 365 }),
  CAY_EVENT_DAYS: integer({ fallback: 90, min: 1, max: 3650 }),
  CAY_WEBHOOK_RETRIES: choice(retryModes, 'day'),
  CAY_WEBHOOK_ALLOW: list(parseRange, 'IPv4 addresses or CIDR blocks, with commas between'),
  CAY_EVENTS_OTLP: optional(parseUrl, 'a URL that begins with http:// or https://'),
  CAY_EVENTS_SYSLOG: optional(parseSyslogTarget, 'tls://HOST:PORT, tcp://HOST:PORT or udp://HOST:PORT'),
  CAY_EVENTS_SYSLOG_CA_FILE: certificatesFile,
  /** The first of five in a row. */
  CAY_METRICS_PORT: integer({ fallback: 0, min: 0, max: 65_531 }),
  CAY_METRICS_BIND: bindAddress,
  CAY_UID_BASE: integer({ fallback: 90_000, min: 1_000, max: uidBaseMax }),
  CAY_LOG_LEVEL: choice(logLevels, 'info'),

  CAY_POOL_SIZE: integer({ fallback: 4, min: 0, max: 64 }),
  /** Bounded by the network slots that are neither a sandbox's nor being cleared away. */
  CAY_POOL_MAX: integer({ fallback: 64, min: 0, max: 80 }),
  CAY_POOL_CREATED: optionalInteger({ min: 0, max: 64 }),
  CAY_POOL_MEMORY_MB: optionalInteger({ min: 0, max: mebibytesMax }),
  CAY_FREEZE_AFTER_SECONDS: decimal({ fallback: 0.5, min: 0, max: 86_400 }),
  /** Absent: below the data directory. */
  CAY_VOLUMES_DIR: optionalPath,
  CAY_SWAP_FROZEN: choice(swapModes, 'off'),
  CAY_MAX_FROZEN_COPIES: integer({ fallback: 8, min: 0, max: 32 }),
  /** Bounded by the network slots of an installation, less those of pools and of what is being cleared away. */
  CAY_MAX_SANDBOXES: integer({ fallback: 895, min: 0, max: 895 }),
  CAY_MEMORY_RESERVE_MB: mebibytes(512),
  CAY_DISK_RESERVE_MB: mebibytes(1024),
  CAY_MAX_SANDBOX_HOURS: integer({ fallback: 24, min: 1, max: 480 }),
  CAY_LOG_SANDBOX_MB: logMebibytes(16),
  CAY_LOG_TOTAL_MB: logMebibytes(4096),
  CAY_LOG_HOURS: integer({ fallback: 168, min: 1, max: 87_600 }),
  CAY_BUILDS_AT_ONCE: integer({ fallback: 1, min: 1, max: 64 }),
  CAY_BUILD_TIMEOUT_SECONDS: integer({ fallback: 3600, min: 1, max: 86_400 }),
  CAY_BUILD_CACHE_MB: mebibytes(20_480),
  CAY_PLAIN_REGISTRIES: registryHosts,
  CAY_PRIVATE_REGISTRIES: registryHosts,
  CAY_REGISTRY_MIRRORS: registryMirrors,
  CAY_REGISTRY_CA_FILE: certificatesFile,
  CAY_ECR_ENDPOINT: plainUrl,
  CAY_BLOBS_URL: blobsUrl,
  CAY_BLOBS_ACCESS_KEY: { ...optional(nonEmpty, 'the name of an access key'), isSecret: true },
  CAY_BLOBS_SECRET_KEY: { ...optional(nonEmpty, 'the secret of the access key'), isSecret: true },
  CAY_BLOBS_CA_FILE: certificatesFile,
  CAY_CLUSTER_ADDRESS: optional(
    parseAddress,
    'HOST:PORT, at which the nodes of the cluster reach this machine',
  ),
  CAY_NODE_LOSS_SECONDS: integer({ fallback: 300, min: 30, max: 300 }),
  CAY_DURABILITY: choice(durabilities, 'stored'),
  CAY_CACHE_MB: optionalInteger({ min: 0, max: mebibytesMax }),
  CAY_DNS_UPSTREAM: optional(
    parseResolverList,
    'IPv4 addresses, each with a port or without, with commas between',
  ),
  CAY_EGRESS_CA_FILE: certificatesFile,
  CAY_EGRESS_SANDBOX_URLS: choice(sandboxUrlModes, 'on'),
  /** Bounded by the connections that the proxy accepts over all sandboxes. */
  CAY_PROXY_SANDBOX_CONNECTIONS: integer({ fallback: 1024, min: 1, max: 16_384 }),
} as const satisfies Readonly<Record<string, Setting<unknown, unknown>>>

export type SettingName = keyof typeof settingsTable
type ValueOf<S> = S extends Setting<infer Value, infer Fallback> ? Value | Fallback : never

/** Throws SettingError. */
export function readSetting<Name extends SettingName>(
  env: Environment,
  name: Name,
): ValueOf<(typeof settingsTable)[Name]>
export function readSetting(env: Environment, name: SettingName): unknown {
  const setting: Setting<unknown, unknown> = settingsTable[name]
  return parseSetting(env, name, setting)
}

function nonEmpty(text: string): string | undefined {
  return text === '' ? undefined : text
}

/** A name or an address with a port. */
function parseAddress(text: string): string | undefined {
  const url = URL.parse(`https://${text}`)
  const isPlain = url !== null && url.host === text && url.port !== ''
  return isPlain ? text : undefined
}

function parseUrl(text: string): string | undefined {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined
}
