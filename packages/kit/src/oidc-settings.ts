/** Sign-in at an identity provider. */
import { type Environment, SettingError } from './settings.ts'
import { readSetting } from './settings-table.ts'

export interface OidcSettings {
  /** The `iss` of its tokens, below which its metadata is. */
  readonly issuer: string
  readonly clientId: string
  /** The `aud` of tokens for this installation. */
  readonly audience: string
  /** The claim in which the roles are. */
  readonly claim: string
  /** Origins of its endpoints beside that of the issuer. */
  readonly origins: readonly string[]
  /** Lifetime in days of the keys that sign-ins create. */
  readonly keyDays: number
}

/** Undefined without an issuer. Throws SettingError. */
export function readOidcSettings(env: Environment): OidcSettings | undefined {
  const issuer = readSetting(env, 'CAY_OIDC_ISSUER')
  const clientId = readSetting(env, 'CAY_OIDC_CLIENT_ID')
  if (issuer === undefined) return undefined
  if (clientId === undefined)
    throw new SettingError(
      'CAY_OIDC_CLIENT_ID',
      '',
      'CAY_OIDC_ISSUER needs it, the id of a public client there',
    )
  return {
    issuer,
    clientId,
    audience: readSetting(env, 'CAY_OIDC_AUDIENCE') ?? clientId,
    claim: readSetting(env, 'CAY_OIDC_CLAIM'),
    origins: readSetting(env, 'CAY_OIDC_ORIGINS'),
    keyDays: readSetting(env, 'CAY_OIDC_KEY_DAYS'),
  }
}
