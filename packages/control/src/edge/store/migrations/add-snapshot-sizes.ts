/** The fourteenth schema: what a snapshot takes on the disk of its node. Of those that were there before nothing is known. */
import type { Kysely } from 'kysely'

export async function addSnapshotSizes(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('builds').addColumn('disk_mb', 'integer').execute()
}
