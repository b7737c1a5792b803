/**
 * Every control process compares the builds of each node that it follows every ten seconds: those that name the node, and the few
 * that are ready and on none.
 */
import { type Kysely, sql } from 'kysely'

export async function addBuildPlaces(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('builds_by_node').on('builds').column('node_id').execute()
  await db.schema
    .createIndex('builds_on_no_node')
    .on('builds')
    .column('state')
    .where(sql.ref('is_on_node'), '=', sql.lit(0))
    .execute()
}
