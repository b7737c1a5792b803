/** The daemon's settings. In a sandbox none of them is set; tests and development use them. */

import { limits } from '@cay/contract/limits.ts'
import { freeText, integer } from '@cay/kit/setting-kinds.ts'
import { type Environment, parseSetting } from '@cay/kit/settings.ts'
import { allAddresses } from './dialect/server/socket-address.ts'

export interface EnvdSettings {
  readonly port: number
  /** An IPv4 address, or all addresses. */
  readonly bind: string
  /** The search path for commands of processes. */
  readonly searchPath: string
}

const usualSearchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

export function readEnvdSettings(env: Environment): EnvdSettings {
  return {
    port: parseSetting(env, 'CAY_ENVD_PORT', integer({ fallback: limits.daemonPort, min: 0, max: 65_535 })),
    bind: parseSetting(env, 'CAY_BIND', freeText(allAddresses)),
    searchPath: parseSetting(env, 'PATH', freeText(usualSearchPath)),
  }
}
