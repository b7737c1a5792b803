/** Brings a PostgreSQL database to the schema of this version: by one process at a time, however many start at once. */
import { decideSchemaUse } from '@cay/core/cluster/later-schema.ts'
import { type Kysely, sql } from 'kysely'
import { migrateStore } from '../assemble-store.ts'
import { migrations, type Tables } from '../schema.ts'
import { databaseRefused } from './start-errors.ts'

/** Key of an advisory lock in the database; an arbitrary number. */
const migrationLock = 7_235_000
/** The first version that is tested, as the server counts: two digits each for minor versions. */
const serverVersionMin = 150_000

/** Throws SettingError for a server or a schema that this version cannot use. */
export async function migratePostgres(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const version = await sql<{ number: number; name: string }>`
      select current_setting('server_version_num')::int as number, current_setting('server_version') as name`.execute(
      transaction,
    )
    const { number = 0, name = '' } = version.rows[0] ?? {}
    if (number < serverVersionMin)
      throw databaseRefused(`the server is PostgreSQL ${name}, and Cay needs 15 or later`)
    // Of this transaction, which does nothing else: the migrations run on another connection.
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction)
    const applied = await readApplied(db)
    const use = decideSchemaUse(Object.keys(migrations), applied)
    if (use.kind === 'refuse')
      throw databaseRefused(`a later version of Cay wrote the database (its schema has '${use.name}')`)
    if (use.kind === 'migrate') await migrateStore(db)
  })
}

async function readApplied(db: Kysely<Tables>): Promise<string[]> {
  const found = await sql<{
    name: string | null
  }>`select to_regclass('kysely_migration')::text as name`.execute(db)
  if (found.rows[0]?.name == null) return []
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return applied.rows.map(({ name }) => name)
}
