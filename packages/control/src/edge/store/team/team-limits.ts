import type { TeamLimits } from '@cay/core/team/quotas.ts'
import type { Selectable } from 'kysely'
import type { Tables } from '../schema.ts'

export function toLimits(row: Selectable<Tables['teams']>): TeamLimits {
  return {
    runningSandboxes: row.max_running,
    cpus: row.max_cpus,
    memoryMb: row.max_memory_mb,
    diskMb: row.max_disk_mb,
    volumeMb: row.max_volume_mb,
    requestsPerMinute: row.requests_per_minute,
  }
}
