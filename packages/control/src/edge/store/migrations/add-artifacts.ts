/** What nodes keep in the object store. */
import type { Kysely } from 'kysely'

export async function addArtifacts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('artifacts')
    .addColumn('artifact_id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('swept', 'integer', (column) => column.notNull())
    .addColumn('objects_max', 'integer', (column) => column.notNull())
    .addColumn('sealed_key', 'text', (column) => column.notNull())
    .addColumn('manifest', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('cpu_features', 'text', (column) => column.notNull())
    .addColumn('runtime_id', 'text', (column) => column.notNull())
    .addColumn('rootfs_id', 'text', (column) => column.notNull())
    .addColumn('sandbox_id', 'text', (column) => column.notNull())
    .addColumn('sealed_record', 'text', (column) => column.notNull())
    .addColumn('alias', 'text', (column) => column.notNull())
    .addColumn('template_id', 'text', (column) => column.notNull())
    .addColumn('changed_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('artifacts_by_sandbox').on('artifacts').column('sandbox_id').execute()
  await db.schema
    .createIndex('artifacts_by_state')
    .on('artifacts')
    .columns(['state', 'kind', 'changed_at_ms'])
    .execute()
  await db.schema.createIndex('artifacts_by_rootfs').on('artifacts').column('rootfs_id').execute()
  await db.schema.createIndex('artifacts_by_runtime').on('artifacts').column('runtime_id').execute()
}
