/**
 * The twelfth schema: the index of the list order includes the columns that lists read, so that a page needs no table
 * rows.
 */
import { type Kysely, sql } from 'kysely'

export async function addListColumns(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('sandboxes_in_order').execute()
  await db.schema
    .createIndex('sandboxes_in_order')
    .on('sandboxes')
    .columns([
      ...['team_id', 'started_at_ms desc', 'sandbox_id'],
      ...['state', 'end_at_ms', 'on_timeout', 'generation', 'changed_at_ms'],
    ])
    .where(sql.ref('state'), '!=', sql.lit('ended'))
    .execute()
}
