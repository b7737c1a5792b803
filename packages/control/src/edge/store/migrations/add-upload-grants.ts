/** The twenty-eighth schema: which nodes may use the files of which COPY step. */
import type { Kysely } from 'kysely'

export async function addUploadGrants(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('upload_grants')
    .addColumn('artifact_id', 'text', (column) => column.notNull())
    .addColumn('node_id', 'text', (column) => column.notNull())
    .addColumn('until_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('upload_grants_key', ['artifact_id', 'node_id'])
    .execute()
  await db.schema.createIndex('upload_grants_by_end').on('upload_grants').column('until_ms').execute()
}
