/** The ledger over the audit log, the lifecycle events of sandboxes, and webhooks with their deliveries. */
import { type Kysely, sql } from 'kysely'

export async function addLedger(db: Kysely<unknown>): Promise<void> {
  await addChains(db)
  await addSandboxEvents(db)
  await addWebhooks(db)
}

/** Events of earlier versions are in no chain: their numbers in it are null. */
async function addChains(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('events').addColumn('seq', 'bigint').execute()
  await db.schema.alterTable('events').addColumn('hash', 'text').execute()
  await db.schema.createIndex('events_by_seq').on('events').columns(['team_id', 'seq']).execute()
  await db.schema
    .createTable('ledgers')
    .addColumn('team_id', 'text', (column) => column.primaryKey())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('signed_seq', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('ledger_marks')
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('signature', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('ledger_marks_key', ['team_id', 'kind', 'seq'])
    .execute()
}

async function addSandboxEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sandbox_events')
    .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('sandbox_id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('template_id', 'text', (column) => column.notNull())
    .addColumn('build_id', 'text', (column) => column.notNull())
    .addColumn('execution_id', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .execute()
  const indexes: Readonly<Record<string, string[]>> = {
    sandbox_events_by_team: ['team_id', 'number'],
    sandbox_events_by_sandbox: ['team_id', 'sandbox_id', 'number'],
    sandbox_events_by_time: ['at_ms'],
  }
  for (const [name, columns] of Object.entries(indexes))
    await db.schema.createIndex(name).on('sandbox_events').columns(columns).execute()
}

async function addWebhooks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('webhook_id', 'text', (column) => column.primaryKey())
    .addColumn('team_id', 'text', (column) =>
      column.notNull().references('teams.team_id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('is_enabled', 'integer', (column) => column.notNull())
    .addColumn('events', 'text', (column) => column.notNull())
    .addColumn('sealed_secret', 'text', (column) => column.notNull())
    .addColumn('secret_mask', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('sender_id', 'text')
    .addColumn('sender_until_ms', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createIndex('webhooks_by_team')
    .on('webhooks')
    .columns(['team_id', 'created_at_ms', 'webhook_id'])
    .execute()
  await db.schema
    .createTable('deliveries')
    .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('delivery_id', 'text', (column) => column.notNull().unique())
    .addColumn('webhook_id', 'text', (column) => column.notNull())
    .addColumn('event_number', 'bigint', (column) => column.notNull())
    .addColumn('sandbox_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('changed_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('error', 'text')
    .execute()
  const indexes: Readonly<Record<string, string[]>> = {
    deliveries_by_webhook: ['webhook_id', 'number'],
    deliveries_by_state: ['webhook_id', 'state', 'number'],
    deliveries_by_time: ['state', 'changed_at_ms'],
  }
  for (const [name, columns] of Object.entries(indexes))
    await db.schema.createIndex(name).on('deliveries').columns(columns).execute()
  await db.schema
    .createIndex('deliveries_due')
    .on('deliveries')
    .columns(['webhook_id', 'next_at_ms', 'number'])
    .where(sql.ref('state'), '=', sql.lit('pending'))
    .execute()
  await db.schema
    .createIndex('deliveries_pending')
    .on('deliveries')
    .columns(['webhook_id', 'sandbox_id', 'number'])
    .where(sql.ref('state'), '=', sql.lit('pending'))
    .execute()
}
