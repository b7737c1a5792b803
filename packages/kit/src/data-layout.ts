import { type LogLevelName, logLevels } from './log.ts'
import { type Environment, readAbsolutePath, readChoice, readInteger, readText } from './settings.ts'

/** What all services of one installation read alike. */
export interface CommonSettings {
  readonly dataDir: string
  /** Address that the public ports bind to. */
  readonly bind: string
  readonly apiPort: number
  readonly proxyPort: number
  readonly logLevel: LogLevelName
}

export function readCommonSettings(env: Environment): CommonSettings {
  return {
    dataDir: readAbsolutePath(env, 'CAY_DATA_DIR', '/var/lib/cay'),
    bind: readText(env, 'CAY_BIND', '127.0.0.1'),
    apiPort: readInteger(env, 'CAY_API_PORT', { fallback: 3000, min: 0, max: 65535 }),
    proxyPort: readInteger(env, 'CAY_PROXY_PORT', { fallback: 3002, min: 0, max: 65535 }),
    logLevel: readChoice(env, 'CAY_LOG_LEVEL', { fallback: 'info', choices: logLevels }),
  }
}

/** Where things lie below the data directory. */
export function dataLayout(dataDir: string) {
  return {
    database: `${dataDir}/cay.db`,
    apiKeyFile: `${dataDir}/api-key`,
    templates: `${dataDir}/templates`,
    containers: `${dataDir}/containers`,
    cache: `${dataDir}/cache`,
    logs: `${dataDir}/logs`,
    run: `${dataDir}/run`,
    /** Only root may connect: it is the node's internal door. */
    orchestratorSocket: `${dataDir}/run/orchestrator.sock`,
    supervisorFile: `${dataDir}/run/up.json`,
  }
}
