/** The thirteenth schema: an index by id of sandboxes that have not ended, for the paged comparison with the node. */
import { type Kysely, sql } from 'kysely'

export async function addUnendedOrder(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('unended_by_id')
    .on('sandboxes')
    .columns(['sandbox_id'])
    .where(sql.ref('state'), '!=', sql.lit('ended'))
    .execute()
}
