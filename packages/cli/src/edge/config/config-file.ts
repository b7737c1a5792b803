import { readFileSync } from 'node:fs'
import { isErrno } from '@cay/kit/host/errno.ts'
import { type Environment, readOptional, SettingError } from '@cay/kit/settings.ts'
import { settingsTable } from '@cay/kit/settings-table.ts'
import { parse } from 'smol-toml'
import { type ConfigFile, readConfig } from '../../dialect/config/config-file.ts'

export const defaultPath = '/etc/cay/config.toml'

/** None without a file, unless CAY_CONFIG names it. Throws SettingError. */
export function readConfigFile(env: Environment): ConfigFile {
  const named = readOptional(env, 'CAY_CONFIG')
  const path = named ?? defaultPath
  try {
    return readConfig(parse(readFileSync(path, 'utf8')), { path, known: Object.keys(settingsTable) })
  } catch (cause) {
    if (named === undefined && isErrno(cause, 'ENOENT', 'ENOTDIR')) return { settings: {}, warnings: [] }
    // Who may not read it may still work with a key of their own.
    if (named === undefined && isErrno(cause, 'EACCES')) return { settings: {}, warnings: [] }
    const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause)
    throw new SettingError('CAY_CONFIG', path, reason, { cause })
  }
}
