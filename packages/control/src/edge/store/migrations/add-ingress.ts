/** The seventh schema: ingress of sandboxes. */
import type { Kysely } from 'kysely'

export async function addIngress(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sandboxes').addColumn('ingress', 'text').execute()
}
