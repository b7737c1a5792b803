/**
 * The twenty-fifth schema: which node stores an artifact, and under which placement a pause was made. The columns have names
 * that no other table has: a control process of the version before may still join this one.
 */
import type { Kysely } from 'kysely'

export async function addArtifactNodes(db: Kysely<unknown>): Promise<void> {
  const artifacts = () => db.schema.alterTable('artifacts')
  await artifacts().addColumn('stored_by', 'text').execute()
  await artifacts()
    .addColumn('pause_epoch', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
}
