/** The nineteenth schema: a row of the outbox names its sandbox in its message alone. */
import type { Kysely } from 'kysely'

export async function trimOutbox(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('outbox').dropColumn('sandbox_id').execute()
}
