/** The ninth schema: the audit log. Its ids are not foreign keys, because events outlive the rows they refer to. */
import type { Kysely } from 'kysely'

export async function addEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('events')
    .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text')
    .addColumn('sandbox_id', 'text')
    .addColumn('subject', 'text')
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('reason', 'text')
    .execute()
  const indexes: Readonly<Record<string, string[]>> = {
    events_by_time: ['at_ms'],
    events_by_team: ['team_id', 'number'],
    events_by_kind: ['team_id', 'kind', 'number'],
    events_by_sandbox: ['sandbox_id', 'number'],
  }
  for (const [name, columns] of Object.entries(indexes))
    await db.schema.createIndex(name).on('events').columns(columns).execute()
}
