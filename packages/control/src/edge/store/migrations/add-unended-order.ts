/** The thirteenth schema: what has not ended is laid beside what the node has page by page, in the order of ids. */
import { type Kysely, sql } from 'kysely'

export async function addUnendedOrder(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('unended_by_id')
    .on('sandboxes')
    .columns(['sandbox_id'])
    .where(sql.ref('state'), '!=', sql.lit('ended'))
    .execute()
}
