/** The twenty-seventh schema: keys that expire, and keys that a sign-in made. */
import type { Kysely } from 'kysely'

export async function addKeyExpiry(db: Kysely<unknown>): Promise<void> {
  const keys = () => db.schema.alterTable('api_keys')
  await keys().addColumn('expires_at_ms', 'bigint').execute()
  for (const name of ['subject', 'sealed_key']) await keys().addColumn(name, 'text').execute()
}
