/** What builds that are under way were started with, so that another node of the cluster can start them again. */
import type { Kysely } from 'kysely'

export async function addBuildOrders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('build_orders')
    .addColumn('build_id', 'text', (column) =>
      column.primaryKey().references('builds.build_id').onDelete('cascade'),
    )
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('is_retried', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('logs_before', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
