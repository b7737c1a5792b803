/** The settings of the port that speaks TLS: they only make sense together. */
import { accessSync, constants } from 'node:fs'
import { type Environment, readOptional, SettingError } from './settings.ts'
import { readSetting } from './settings-table.ts'

export interface TlsSettings {
  readonly domain: string
  readonly port: number
  /** Both are files in PEM; undefined: the installation's own authority issues the certificate. */
  readonly files: { readonly certificate: string; readonly key: string } | undefined
}

/** Undefined when TLS is off. Throws SettingError. */
export function readTlsSettings(env: Environment): TlsSettings | undefined {
  const mode = readSetting(env, 'CAY_TLS')
  if (mode === 'off') return undefined
  const certificate = mode === 'files' ? readFileSetting(env, 'CAY_TLS_CERT_FILE') : undefined
  const key = mode === 'files' ? readFileSetting(env, 'CAY_TLS_KEY_FILE') : undefined
  return {
    domain: readTlsDomain(env),
    port: readSetting(env, 'CAY_TLS_PORT'),
    files: certificate === undefined || key === undefined ? undefined : { certificate, key },
  }
}

/** Throws SettingError when TLS is on and there is no domain for it. */
export function readTlsDomain(env: Environment): string {
  const domain = readSetting(env, 'CAY_DOMAIN')
  if (domain === undefined)
    throw new SettingError(
      'CAY_TLS',
      readSetting(env, 'CAY_TLS'),
      'it needs CAY_DOMAIN, a domain name without scheme and port, such as sandboxes.example',
    )
  return domain
}

/** Throws SettingError when the file is not named or cannot be read. */
export function readFileSetting(env: Environment, name: 'CAY_TLS_CERT_FILE' | 'CAY_TLS_KEY_FILE'): string {
  const path = readSetting(env, name)
  if (path === undefined || !isReadable(path))
    throw new SettingError(
      name,
      readOptional(env, name) ?? '',
      'CAY_TLS=files needs the absolute path of a file in PEM that can be read',
    )
  return path
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    // Whatever the reason is, nothing can be read from it.
    return false
  }
}
