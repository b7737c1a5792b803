/** The seventh schema: how requests come into a sandbox. */
import type { Kysely } from 'kysely'

export async function addIngress(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sandboxes').addColumn('ingress', 'text').execute()
}
