/** The quota of a team's volumes, in MiB; null: that of its disk. */
import type { Kysely } from 'kysely'

export async function addVolumeQuotas(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('teams').addColumn('max_volume_mb', 'integer').execute()
}
