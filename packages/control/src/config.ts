/** The only reader of the environment. */
import type { CommonSettings } from '@cay/kit/data-layout.ts'
import type { Environment } from '@cay/kit/settings.ts'
import { readSetting } from '@cay/kit/settings-table.ts'
import type { IdentitySettings } from './app/deps.ts'

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
  const domain = readSetting(env, 'CAY_DOMAIN')
  return {
    apiKey: readSetting(env, 'CAY_API_KEY'),
    domain: ownDomain(domain, common) ?? localDomain(common),
    eventDays: readSetting(env, 'CAY_EVENT_DAYS'),
    maxSandboxHours: readSetting(env, 'CAY_MAX_SANDBOX_HOURS'),
    identity: {
      trustDomain: readSetting(env, 'CAY_TRUST_DOMAIN') ?? domain ?? 'cay.local',
      issuer: readSetting(env, 'CAY_ISSUER_URL'),
    },
    secretsKey: readSetting(env, 'CAY_SECRETS_KEY'),
    dnsServers: (readSetting(env, 'CAY_DNS_UPSTREAM') ?? []).map(({ address, port }) => `${address}:${port}`),
  }
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
