/** Where a service serves its metrics. Apart from metrics.ts, which loads the client library. */
import type { Environment } from './settings.ts'
import { readSetting } from './settings-table.ts'

/** The offset of each service from the port that is set. */
const portOffsets: Readonly<Record<string, number>> = {
  control: 0,
  orchestrator: 1,
  proxy: 2,
  egress: 3,
  agent: 4,
}

export interface MetricsSettings {
  readonly bind: string
  /** Undefined: none are served. */
  readonly port: number | undefined
}

/** The services of a machine, and where each serves its metrics. */
export function listMetricsPorts(service: string, port: number): { service: string; port: number }[] {
  const first = port - (portOffsets[service] ?? 0)
  return Object.entries(portOffsets).map(([name, offset]) => ({ service: name, port: first + offset }))
}

export function readMetricsSettings(env: Environment, service: string): MetricsSettings {
  const first = readSetting(env, 'CAY_METRICS_PORT')
  return {
    bind: readSetting(env, 'CAY_METRICS_BIND'),
    port: first === 0 ? undefined : first + (portOffsets[service] ?? 0),
  }
}
