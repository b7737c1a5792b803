/** Up to which event of the audit log each export has come. */
import type { Kysely } from 'kysely'

export async function addEventExports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('event_exports')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .execute()
}
