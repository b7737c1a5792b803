/** GET /metrics returns the sandbox's resource usage; GET /envs returns the variables that all its processes have. */

import { type SandboxState, variablesOf } from '../../app/identity/sandbox-state.ts'
import type { UsageMeter } from '../../app/usage/measure-usage.ts'
import { type Exchange, respondJson } from '../respond.ts'

const bytesPerMb = 1024 * 1024

export async function handleMetrics(meter: UsageMeter, { response }: Exchange): Promise<void> {
  const { cpuCount, cpuPercent, memory, disk } = await meter.measure()
  respondJson(response, 200, {
    ts: Math.floor(Date.now() / 1000),
    cpu_count: cpuCount,
    cpu_used_pct: cpuPercent,
    mem_total: memory.totalBytes,
    mem_used: memory.usedBytes,
    mem_cache: memory.cacheBytes,
    mem_total_mib: Math.floor(memory.totalBytes / bytesPerMb),
    mem_used_mib: Math.floor(memory.usedBytes / bytesPerMb),
    disk_used: disk.usedBytes,
    disk_total: disk.totalBytes,
  })
}

export function handleVariables({ identity }: SandboxState, { response }: Exchange): void {
  respondJson(response, 200, variablesOf(identity))
}
