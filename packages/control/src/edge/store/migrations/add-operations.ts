/** The twentieth schema, for several control processes on one database: epochs, operations with a lease, processes. */
import { type Kysely, sql } from 'kysely'

export async function addOperations(db: Kysely<unknown>): Promise<void> {
  const sandboxes = () => db.schema.alterTable('sandboxes')
  await sandboxes()
    .addColumn('epoch', 'bigint', (column) => column.notNull().defaultTo(1))
    .execute()
  await sandboxes().addColumn('op', 'text').execute()
  await sandboxes().addColumn('op_by', 'text').execute()
  await sandboxes().addColumn('op_until_ms', 'bigint').execute()
  // Few sandboxes have one at any moment.
  await db.schema
    .createIndex('sandboxes_by_operation')
    .on('sandboxes')
    .column('op_by')
    .where(sql.ref('op'), 'is not', null)
    .execute()
  await db.schema
    .createTable('replicas')
    .addColumn('replica_id', 'text', (column) => column.primaryKey())
    .addColumn('lease_until_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('leases')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('replica_id', 'text', (column) => column.notNull())
    .addColumn('until_ms', 'bigint', (column) => column.notNull())
    .execute()
}
