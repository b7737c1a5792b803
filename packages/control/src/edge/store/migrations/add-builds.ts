/** Adds build states, logs and failure reasons; templates get usage counters and may be public. */
import { type Kysely, sql } from 'kysely'

export async function addBuilds(db: Kysely<unknown>): Promise<void> {
  const templates = () => db.schema.alterTable('templates')
  for (const name of ['is_public', 'spawn_count', 'updated_at_ms'] as const)
    await templates()
      .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
  await templates().addColumn('last_spawned_at_ms', 'bigint').execute()
  await sql`update templates set updated_at_ms = created_at_ms`.execute(db)
  const builds = () => db.schema.alterTable('builds')
  await builds()
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('ready'))
    .execute()
  await builds()
    .addColumn('updated_at_ms', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await builds().addColumn('finished_at_ms', 'bigint').execute()
  await builds().addColumn('reason', 'text').execute()
  await builds().addColumn('reason_step', 'text').execute()
  await sql`update builds set updated_at_ms = created_at_ms, finished_at_ms = created_at_ms`.execute(db)
  await db.schema.createIndex('builds_by_state').on('builds').column('state').execute()
  await db.schema
    .createTable('build_logs')
    .addColumn('build_id', 'text', (column) =>
      column.notNull().references('builds.build_id').onDelete('cascade'),
    )
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('timestamp_ms', 'bigint', (column) => column.notNull())
    .addColumn('level', 'integer', (column) => column.notNull())
    .addColumn('step', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('build_logs_key', ['build_id', 'number'])
    .execute()
}
