/**
 * The eleventh schema: indexes in the order of the lists, so that a page costs the same however many sandboxes a team
 * has. Ended sandboxes are in no list, so these indexes exclude them, and their metadata remains only in their own
 * rows.
 */
import { type Kysely, sql } from 'kysely'

export async function addListOrder(db: Kysely<unknown>): Promise<void> {
  const inOrder = ['started_at_ms desc', 'sandbox_id']
  const indexes: Readonly<Record<string, string[]>> = {
    sandboxes_in_order: ['team_id', ...inOrder],
    sandboxes_of_template_in_order: ['team_id', 'template_id', ...inOrder],
  }
  for (const [name, columns] of Object.entries(indexes))
    await db.schema
      .createIndex(name)
      .on('sandboxes')
      .columns(columns)
      .where(sql.ref('state'), '!=', sql.lit('ended'))
      .execute()
  await addOtherOrders(db)
  await db.schema.dropTable('sandbox_metadata').execute()
  await db.schema
    .createTable('sandbox_metadata')
    .addColumn('sandbox_id', 'text', (column) =>
      column.notNull().references('sandboxes.sandbox_id').onDelete('cascade'),
    )
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('sandbox_metadata_key', ['sandbox_id', 'key'])
    .execute()
  await db.schema
    .createIndex('metadata_in_order')
    .on('sandbox_metadata')
    .columns(['team_id', 'key', 'value', ...inOrder])
    .execute()
  await copyPairs(db)
}

async function addOtherOrders(db: Kysely<unknown>): Promise<void> {
  const add = (name: string, table: string, columns: string[]) =>
    db.schema.createIndex(name).on(table).columns(columns).execute()
  await add('templates_oldest_first', 'templates', ['team_id', 'source', 'created_at_ms', 'template_id'])
  await add('builds_in_order', 'builds', ['template_id', 'created_at_ms desc', 'build_id'])
  await add('secrets_in_order', 'team_secrets', ['team_id', 'created_at_ms desc', 'secret_id'])
  await add('events_of_kind', 'events', ['kind', 'number'])
}

async function copyPairs(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Row>`
    select sandbox_id, team_id, started_at_ms, metadata from sandboxes where state != 'ended'`.execute(db)
  for (const { sandbox_id, team_id, started_at_ms, metadata } of rows)
    for (const [key, value] of Object.entries(JSON.parse(metadata) as Record<string, string>))
      await sql`
        insert into sandbox_metadata (sandbox_id, key, value, team_id, started_at_ms)
        values (${sandbox_id}, ${key}, ${value}, ${team_id}, ${started_at_ms})`.execute(db)
}

interface Row {
  readonly sandbox_id: string
  readonly team_id: string
  readonly started_at_ms: number
  readonly metadata: string
}
