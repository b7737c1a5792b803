/** The thirty-fourth schema: the Idempotency-Keys of creates, each as long as the record of its sandbox. */
import type { Kysely } from 'kysely'

export async function addCreateKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('create_keys')
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('create_key', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('sandbox_id', 'text', (column) =>
      column.notNull().references('sandboxes.sandbox_id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('create_keys_key', ['team_id', 'create_key'])
    .execute()
  await db.schema.createIndex('create_keys_by_sandbox').on('create_keys').column('sandbox_id').execute()
}
