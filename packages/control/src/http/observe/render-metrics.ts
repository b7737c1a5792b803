/** Renders metrics in the wire format. */
import type { components } from '@cay/contract/gen/control/api.js'
import { clampInstant, formatInstant } from '@cay/core/instant.ts'
import { greatest, type TeamPoint } from '@cay/core/metrics/team.ts'
import type { SandboxMetric } from '../../ports/observe.ts'

export function renderMetric(metric: SandboxMetric): components['schemas']['SandboxMetric'] {
  return {
    ...renderInstant(metric.atMs),
    cpuCount: metric.cpuCount,
    cpuUsedPct: Math.round(metric.cpuUsedPercent * 100) / 100,
    memUsed: metric.memoryUsedBytes,
    memTotal: metric.memoryTotalBytes,
    memCache: metric.memoryCacheBytes,
    diskUsed: metric.diskUsedBytes,
    diskTotal: metric.diskTotalBytes,
    networkSentRate: Math.round(metric.sentRate),
    networkReceivedRate: Math.round(metric.receivedRate),
  }
}

function renderInstant(atMs: number): { timestamp: string; timestampUnix: number } {
  return { timestamp: formatInstant(atMs), timestampUnix: Math.floor(atMs / 1000) }
}

/** Both ends are whole seconds and inclusive, so the end covers its whole second. */
export function inMs({ start, end }: { start?: number; end?: number }) {
  return {
    startMs: start === undefined ? undefined : clampInstant(start * 1000),
    endMs: end === undefined ? undefined : clampInstant(end * 1000 + 999),
  }
}

export function renderTeamPoint({
  atMs,
  running,
  startRate,
}: TeamPoint): components['schemas']['TeamMetric'] {
  return { ...renderInstant(atMs), concurrentSandboxes: running, sandboxStartRate: startRate }
}

const columns = { concurrent_sandboxes: 'running', sandbox_start_rate: 'startRate' } as const

/** Without data, the value is zero at the current time. */
export function renderGreatest(
  points: readonly TeamPoint[],
  metric: keyof typeof columns,
  nowMs: number,
): components['schemas']['MaxTeamMetric'] {
  const point = greatest(points, columns[metric])
  return { ...renderInstant(point?.atMs ?? nowMs), value: point?.[columns[metric]] ?? 0 }
}
