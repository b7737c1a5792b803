/** The labels that nodes need for sandboxes of a team, as JSON; null: any node will do. */
import type { Kysely } from 'kysely'

export async function addTeamLabels(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('teams').addColumn('node_labels', 'text').execute()
}
