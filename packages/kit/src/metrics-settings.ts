/** Where a service serves its metrics. Apart from them, so that whoever only asks for the port loads none. */
import type { Environment } from './settings.ts'
import { readSetting } from './settings-table.ts'

/** Each service of an installation has the port that is so far behind the one that is set. */
const portOffsets: Readonly<Record<string, number>> = { control: 0, orchestrator: 1, proxy: 2, egress: 3 }

export interface MetricsSettings {
  readonly bind: string
  /** Undefined: none are served. */
  readonly port: number | undefined
}

export function readMetricsSettings(env: Environment, service: string): MetricsSettings {
  const first = readSetting(env, 'CAY_METRICS_PORT')
  return {
    bind: readSetting(env, 'CAY_METRICS_BIND'),
    port: first === 0 ? undefined : first + (portOffsets[service] ?? 0),
  }
}
