/** The fifth schema: scopes and last use of API keys. */
import type { Kysely } from 'kysely'

export async function addKeyScopes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('api_keys')
    .addColumn('scope', 'text', (column) => column.notNull().defaultTo('full'))
    .execute()
  await db.schema.alterTable('api_keys').addColumn('last_used_at_ms', 'bigint').execute()
}
