/** Which artifact has which part of a sandbox's log, or of its metric series. */
import type { Kysely } from 'kysely'

export async function addLogSegments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('log_segments')
    .addColumn('sandbox_id', 'text', (column) => column.notNull())
    .addColumn('stream', 'text', (column) => column.notNull())
    .addColumn('first_number', 'bigint', (column) => column.notNull())
    .addColumn('last_number', 'bigint', (column) => column.notNull())
    .addColumn('artifact_id', 'text', (column) => column.notNull())
    .addColumn('start_byte', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('log_segments_key', ['sandbox_id', 'stream', 'first_number'])
    .execute()
  await db.schema.createIndex('log_segments_by_artifact').on('log_segments').column('artifact_id').execute()
  await db.schema.createIndex('log_segments_by_expiry').on('log_segments').column('expires_at_ms').execute()
}
