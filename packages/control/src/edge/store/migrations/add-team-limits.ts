/** The tenth schema: quotas of teams; null means unlimited. */
import type { Kysely } from 'kysely'

export async function addTeamLimits(db: Kysely<unknown>): Promise<void> {
  for (const column of ['max_running', 'max_cpus', 'max_memory_mb', 'max_disk_mb', 'requests_per_minute'])
    await db.schema.alterTable('teams').addColumn(column, 'integer').execute()
}
