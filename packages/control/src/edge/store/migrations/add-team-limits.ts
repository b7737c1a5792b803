/** The tenth schema: what a team may have at once; null is as much as there is. */
import type { Kysely } from 'kysely'

export async function addTeamLimits(db: Kysely<unknown>): Promise<void> {
  for (const column of ['max_running', 'max_cpus', 'max_memory_mb', 'max_disk_mb', 'requests_per_minute'])
    await db.schema.alterTable('teams').addColumn(column, 'integer').execute()
}
