/** Authorities that an operator trusts beside those that the node trusts: a variable with the path of a file. */
import { readFileSync } from 'node:fs'
import { type Environment, readOptional, SettingError } from '../settings.ts'

const certificateBlocks = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** In PEM; none when the variable is not set. Throws SettingError for a file without any. */
export function readAuthorities(env: Environment, variable: string): readonly string[] {
  const path = readOptional(env, variable)
  if (path === undefined) return []
  const certificates = readFileOrNothing(path).match(certificateBlocks) ?? []
  if (certificates.length === 0) throw new SettingError(variable, path, 'a file with certificates in PEM')
  return certificates
}

function readFileOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Whatever the reason is, there are no certificates in it.
    return ''
  }
}
