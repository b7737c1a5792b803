/** The fourth schema: secrets of teams, keys that sign identity tokens, and the identity tokens of sandboxes. */
import type { Kysely } from 'kysely'

export async function addVault(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('team_secrets')
    .addColumn('secret_id', 'text', (column) => column.primaryKey())
    .addColumn('team_id', 'text', (column) =>
      column.notNull().references('teams.team_id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('updated_at_ms', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('team_secrets_by_name', ['team_id', 'name'])
    .execute()
  await db.schema
    .createTable('signing_keys')
    .addColumn('key_id', 'text', (column) => column.primaryKey())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.alterTable('sandboxes').addColumn('iam', 'text').execute()
}
