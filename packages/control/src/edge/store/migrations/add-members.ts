/**
 * The certificates of nodes, and the tokens that let machines become nodes. Removing a node removes its membership: its
 * certificates are refused from then on.
 */
import type { Kysely } from 'kysely'

export async function addMembers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('members')
    .addColumn('node_id', 'text', (column) =>
      column.primaryKey().references('nodes.node_id').onDelete('cascade'),
    )
    .addColumn('key_hash', 'text', (column) => column.notNull())
    .addColumn('serial', 'text', (column) => column.notNull())
    .addColumn('previous_serial', 'text', (column) => column.notNull())
    .addColumn('joined_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('join_tokens')
    .addColumn('token_id', 'text', (column) => column.primaryKey())
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('node_id', 'text')
    .addColumn('used_by', 'text')
    .execute()
  await db.schema.createIndex('join_tokens_by_expiry').on('join_tokens').column('expires_at_ms').execute()
  await db.schema
    .createTable('control_addresses')
    .addColumn('address', 'text', (column) => column.primaryKey())
    .addColumn('until_ms', 'bigint', (column) => column.notNull())
    .execute()
}
