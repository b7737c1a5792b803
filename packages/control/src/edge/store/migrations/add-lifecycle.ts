/** The third schema: sandbox lifecycles, pauses, and templates that are snapshots. */
import { type Kysely, sql } from 'kysely'

export async function addLifecycle(db: Kysely<unknown>): Promise<void> {
  await addToSandboxes(db)
  await db.schema
    .alterTable('templates')
    .addColumn('source', 'text', (column) => column.notNull().defaultTo('template'))
    .execute()
  await db.schema.alterTable('builds').addColumn('sandbox_id', 'text').execute()
  await db.schema
    .createIndex('templates_by_team')
    .on('templates')
    .columns(['team_id', 'source', 'created_at_ms desc', 'template_id'])
    .execute()
  await db.schema.createIndex('templates_by_source').on('templates').column('source').execute()
  await db.schema.createIndex('tags_by_build').on('template_tags').column('build_id').execute()
}

async function addToSandboxes(db: Kysely<unknown>): Promise<void> {
  const sandboxes = () => db.schema.alterTable('sandboxes')
  await sandboxes()
    .addColumn('on_timeout', 'text', (column) => column.notNull().defaultTo('kill'))
    .execute()
  for (const name of ['pause_files_only', 'auto_resume', 'auto_resume_seconds', 'runs_since_ms'] as const) {
    await sandboxes()
      .addColumn(name, name === 'runs_since_ms' ? 'bigint' : 'integer', (column) =>
        column.notNull().defaultTo(0),
      )
      .execute()
  }
  await sandboxes().addColumn('paused_files_only', 'integer').execute()
  await sandboxes().addColumn('egress', 'text').execute()
  await sql`update sandboxes set runs_since_ms = started_at_ms`.execute(db)
  await db.schema
    .createIndex('sandboxes_by_template')
    .on('sandboxes')
    .columns(['template_id', 'state'])
    .execute()
}
