/** The seventeenth schema: the outbox of committed events that were not relayed yet. */
import type { Kysely } from 'kysely'

export async function addOutbox(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outbox')
    .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('sandbox_id', 'text')
    .addColumn('message', 'text', (column) => column.notNull())
    .execute()
}
