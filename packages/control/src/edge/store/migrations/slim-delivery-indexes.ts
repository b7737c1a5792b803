/**
 * Most deliveries are written once as pending and once as delivered, and each index of their state was written with both. Indexes
 * of the few that are dead, and of those that are over, cost a delivered one a single entry.
 */
import { type Kysely, sql } from 'kysely'

export async function slimDeliveryIndexes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('deliveries_dead')
    .on('deliveries')
    .columns(['webhook_id', 'number'])
    .where(sql.ref('state'), '=', sql.lit('dead'))
    .execute()
  await db.schema
    .createIndex('deliveries_over')
    .on('deliveries')
    .column('changed_at_ms')
    .where(sql.ref('state'), '!=', sql.lit('pending'))
    .execute()
  await db.schema.dropIndex('deliveries_by_state').execute()
  await db.schema.dropIndex('deliveries_by_time').execute()
}
