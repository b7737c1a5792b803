/** What `cay status` says of an installation. */
import { formatBytes } from '../output/format-bytes.ts'
import type { Paint } from '../output/paint.ts'
import { renderTable } from '../output/table.ts'

export interface ServiceStatus {
  readonly name: string
  readonly status: 'running' | 'stopped'
  readonly pid: number
}

export interface StatusReport {
  readonly version: string
  /** `starting`: it has not said yet where it listens; `degraded`: something of it does not work. */
  readonly state: 'running' | 'starting' | 'degraded' | 'down'
  readonly dataDir: string
  readonly pid: number | null
  readonly services: readonly ServiceStatus[]
  readonly listening: Readonly<Record<string, string>>
  /** Whether the API takes requests. */
  readonly isHealthy: boolean
  readonly runtimeVersion: string | null
  readonly runningSandboxes: number | null
  readonly pooledSandboxes: number | null
  readonly diskUsedBytes: number | null
  readonly diskTotalBytes: number | null
}

/** Of a command that looks whether something is there. */
export const downExitCode = 3

export function renderStatus(report: StatusReport, paint: Paint): string {
  const { state, pid, version, services, listening, dataDir } = report
  const style = state === 'running' ? 'good' : state === 'down' ? 'bad' : 'warning'
  const head = `Cay ${version}: ${paint(style, state)}${pid === null ? '' : ` (process ${pid})`}`
  if (state === 'down') return `${head}\n${dataDir}: \`cay up\` starts it`
  const rows = services.map(({ name, status, pid }) => [name, status, String(pid)])
  const facts = [
    ['API', `${listening.api ?? '-'}${report.isHealthy ? '' : ' (does not answer)'}`],
    ['proxy', listening.proxy ?? '-'],
    ...(listening.tls === undefined ? [] : [['TLS', listening.tls]]),
    ['runtime', report.runtimeVersion ?? '-'],
    ['sandboxes', `${report.runningSandboxes ?? '-'} running, ${report.pooledSandboxes ?? '-'} in the pool`],
    ['disk', `${bytes(report.diskUsedBytes)} of ${bytes(report.diskTotalBytes)} used at ${dataDir}`],
  ]
  const width = Math.max(...facts.map(([name = '']) => name.length))
  return [
    head,
    '',
    renderTable(['SERVICE', 'STATUS', 'PID'], rows, paint),
    '',
    ...facts.map(([name = '', value]) => `${name.padEnd(width)}   ${value}`),
  ].join('\n')
}

const bytes = (count: number | null) => (count === null ? '-' : formatBytes(count))
