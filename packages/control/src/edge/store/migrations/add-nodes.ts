/**
 * The twenty-first schema, for several nodes: which node each sandbox is on, the nodes, and where builds are. What there
 * is already is on the node of the single machine.
 */
import { localNodeId } from '@cay/core/placement/node-id.ts'
import { type Kysely, sql } from 'kysely'

export async function addNodes(db: Kysely<unknown>): Promise<void> {
  const sandboxes = () => db.schema.alterTable('sandboxes')
  await sandboxes()
    .addColumn('node_id', 'text', (column) => column.defaultTo(localNodeId))
    .execute()
  await sandboxes().addColumn('origin_id', 'text').execute()
  await db.schema
    .alterTable('builds')
    .addColumn('node_id', 'text', (column) => column.defaultTo(localNodeId))
    .execute()
  await createIndexes(db)
  await createNodes(db)
  await db.schema
    .createTable('build_places')
    .addColumn('build_id', 'text', (column) => column.notNull())
    .addColumn('node_id', 'text', (column) =>
      column.notNull().references('nodes.node_id').onDelete('cascade'),
    )
    .addColumn('seen_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('build_places_key', ['build_id', 'node_id'])
    .execute()
  await db.schema.createIndex('build_places_by_node').on('build_places').column('node_id').execute()
}

/** Each node is compared with the sandboxes that are on it, in pages by id. */
async function createIndexes(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('unended_by_id').execute()
  await db.schema
    .createIndex('unended_by_node')
    .on('sandboxes')
    .columns(['node_id', 'sandbox_id'])
    .where(sql.ref('state'), '!=', sql.lit('ended'))
    .execute()
}

async function createNodes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('nodes')
    .addColumn('node_id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('incarnation', 'bigint', (column) => column.notNull())
    .addColumn('boot_id', 'text', (column) => column.notNull())
    .addColumn('instance_id', 'text', (column) => column.notNull())
    .addColumn('desired', 'text', (column) => column.notNull())
    .addColumn('desired_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('labels', 'text', (column) => column.notNull())
    .addColumn('joined_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('report', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('renewed_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('clock_skew_ms', 'bigint', (column) => column.notNull())
    .addColumn('lost_at_ms', 'bigint')
    .addColumn('follower_id', 'text')
    .addColumn('follower_until_ms', 'bigint', (column) => column.notNull())
    .execute()
}
