/** The sixth schema: the number of a team's running sandboxes over time. */
import type { Kysely } from 'kysely'

export async function addTeamActivity(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('team_activity')
    .addColumn('team_id', 'text', (column) =>
      column.notNull().references('teams.team_id').onDelete('cascade'),
    )
    .addColumn('at_s', 'bigint', (column) => column.notNull())
    .addColumn('running_max', 'integer', (column) => column.notNull())
    .addColumn('running_last', 'integer', (column) => column.notNull())
    .addColumn('starts', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('team_activity_key', ['team_id', 'at_s'])
    .execute()
}
