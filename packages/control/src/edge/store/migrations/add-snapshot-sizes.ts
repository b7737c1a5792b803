/** The fourteenth schema: disk usage of snapshots, which is unknown for existing ones. */
import type { Kysely } from 'kysely'

export async function addSnapshotSizes(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('builds').addColumn('disk_mb', 'integer').execute()
}
