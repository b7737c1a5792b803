/** The only reader of the environment. */
import { apiKeyPrefix } from '@cay/contract/names.ts'
import { isTrustDomain } from '@cay/core/identity/signing-keys.ts'
import { parseApiKey } from '@cay/core/ids.ts'
import type { CommonSettings } from '@cay/kit/data-layout.ts'
import { type Environment, readInteger, readOptional, SettingError } from '@cay/kit/settings.ts'
import type { IdentitySettings } from './app/deps.ts'
import { parseVaultKey } from './edge/vault-key.ts'

export interface ControlSettings {
  /** Accepted as a key of the first team. */
  readonly apiKey: string | undefined
  /** Base domain of sandbox URLs that clients are told. */
  readonly domain: string | null
  /** Days that events are kept. */
  readonly eventDays: number
  readonly maxSandboxHours: number
  readonly identity: IdentitySettings
}

export interface ProcessSettings extends ControlSettings {
  /** Encrypts secrets; undefined: the one in the data directory. */
  readonly secretsKey: Buffer | undefined
  /** Who is asked for names; empty: as every program of the machine asks. */
  readonly dnsServers: readonly string[]
}

/** Throws SettingError. */
export function readControlSettings(env: Environment, common: CommonSettings): ProcessSettings {
  return {
    apiKey: readApiKey(env),
    domain: ownDomain(readOptional(env, 'CAY_DOMAIN'), common) ?? localDomain(common),
    eventDays: readInteger(env, 'CAY_EVENT_DAYS', { fallback: 90, min: 1, max: 3650 }),
    maxSandboxHours: readInteger(env, 'CAY_MAX_SANDBOX_HOURS', { fallback: 24, min: 1, max: 480 }),
    identity: { trustDomain: readTrustDomain(env), issuer: readOptional(env, 'CAY_ISSUER_URL') },
    secretsKey: readSecretsKey(env),
    dnsServers:
      readOptional(env, 'CAY_DNS_UPSTREAM')
        ?.split(',')
        .map((each) => each.trim()) ?? [],
  }
}

function readTrustDomain(env: Environment): string {
  const domain = readOptional(env, 'CAY_DOMAIN')?.toLowerCase().replace(/:\d+$/, '')
  const text = readOptional(env, 'CAY_TRUST_DOMAIN') ?? domain ?? 'cay.local'
  if (isTrustDomain(text)) return text
  throw new SettingError(
    'CAY_TRUST_DOMAIN',
    text,
    'letters a to z in lower case, digits, dots, dashes and underscores',
  )
}

function readSecretsKey(env: Environment): Buffer | undefined {
  const text = readOptional(env, 'CAY_SECRETS_KEY')
  const key = text === undefined ? undefined : parseVaultKey(text)
  if (text !== undefined && key === undefined)
    throw new SettingError('CAY_SECRETS_KEY', '(not shown)', '64 hex digits')
  return key
}

function readApiKey(env: Environment): string | undefined {
  const key = readOptional(env, 'CAY_API_KEY')
  if (key !== undefined && parseApiKey(key) === undefined) {
    throw new SettingError('CAY_API_KEY', '(not shown)', `${apiKeyPrefix} and 40 hex digits`)
  }
  return key
}

/** Clients speak TLS to it; they are told the port of that door, unless it is the usual one or somebody else's. */
function ownDomain(domain: string | undefined, { tls, tlsPort }: CommonSettings): string | undefined {
  return domain === undefined || tls === 'off' || tlsPort === 443 ? domain : `${domain}:${tlsPort}`
}

/**
 * Without a domain of its own, an installation that only its own machine can reach is reached at `<port>-<id>.localhost`
 * through the proxy's port. Telling clients so keeps them from sending a sandbox's traffic and token to the domain they
 * have built in. Where we cannot know a name that leads to us we say none.
 */
function localDomain({ bind, proxyPort }: CommonSettings): string | null {
  const isLocal = bind === 'localhost' || bind === '::1' || bind.startsWith('127.')
  return isLocal && proxyPort !== 0 ? `localhost:${proxyPort}` : null
}
