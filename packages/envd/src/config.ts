/** The daemon's settings. In a sandbox none of them is set; tests and development use them. */

import { limits } from '@cay/contract/limits.ts'
import { type Environment, readInteger, readText } from '@cay/kit/settings.ts'

export interface EnvdSettings {
  readonly port: number
  readonly bind: string
  /** Where processes look for commands. */
  readonly searchPath: string
}

const usualSearchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

export function readEnvdSettings(env: Environment): EnvdSettings {
  return {
    port: readInteger(env, 'CAY_ENVD_PORT', { fallback: limits.daemonPort, min: 0, max: 65_535 }),
    bind: readText(env, 'CAY_BIND', '0.0.0.0'),
    searchPath: readText(env, 'PATH', usualSearchPath),
  }
}
