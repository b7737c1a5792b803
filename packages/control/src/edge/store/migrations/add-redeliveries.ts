/** The thirty-sixth schema: when a delivery was asked for again by hand, which begins the day of its attempts anew. */
import type { Kysely } from 'kysely'

export async function addRedeliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('deliveries').addColumn('redelivered_at_ms', 'bigint').execute()
}
