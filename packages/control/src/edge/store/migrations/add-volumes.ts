/** Volumes, and those of each sandbox as JSON. */
import type { Kysely } from 'kysely'

export async function addVolumes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('volumes')
    .addColumn('volume_id', 'text', (column) => column.primaryKey())
    .addColumn('team_id', 'text', (column) =>
      column.notNull().references('teams.team_id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('size_mb', 'bigint', (column) => column.notNull())
    .addColumn('node_id', 'text')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('is_deleted', 'integer', (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('volumes_by_name', ['team_id', 'name'])
    .execute()
  await db.schema.createIndex('volumes_by_deletion').on('volumes').column('is_deleted').execute()
  await db.schema.alterTable('sandboxes').addColumn('volume_mounts', 'text').execute()
}
