/** Volumes in directories that nodes share: the directory, and which node has the volume attached. */
import type { Kysely } from 'kysely'

export async function addVolumeAttachments(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('volumes').addColumn('directory_id', 'text').execute()
  await db.schema
    .alterTable('volumes')
    .addColumn('attach_epoch', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('volumes').addColumn('former_node_ids', 'text').execute()
  await db.schema.createIndex('volumes_by_node').on('volumes').column('node_id').execute()
  // Of few it is not null: those that are on their way.
  await db.schema.createIndex('volumes_in_transit').on('volumes').column('former_node_ids').execute()
}
