/** The sixteenth schema: used upload links, so that a link accepts one body even across restarts. */
import type { Kysely } from 'kysely'

export async function addUsedLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('used_links')
    .addColumn('link_id', 'text', (column) => column.primaryKey())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('used_links_by_end').on('used_links').column('expires_at_ms').execute()
}
