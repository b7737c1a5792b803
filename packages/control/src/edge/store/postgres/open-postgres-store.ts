import type { Store } from '../../../ports/store.ts'
import { assembleStore } from '../assemble-store.ts'
import { postgresLocks } from '../row-locks.ts'
import { mapDatabaseErrors } from './connection-errors.ts'
import { migratePostgres } from './migrate-postgres.ts'
import { openForMigrations, openPostgres } from './postgres-database.ts'
import { explainStart } from './start-errors.ts'

/**
 * The store on PostgreSQL. It is a separate module so that an installation on SQLite loads no PostgreSQL client. Throws
 * SettingError, without the URL, when the database cannot be used.
 */
export async function openPostgresStore(url: string): Promise<Store> {
  await migrate(url)
  const { db, reader } = openPostgres(url)
  return mapDatabaseErrors(assembleStore({ db, reader, locks: postgresLocks }))
}

async function migrate(url: string): Promise<void> {
  const db = openForMigrations(url)
  try {
    await migratePostgres(db)
  } catch (error) {
    throw explainStart(error)
  } finally {
    await db.destroy()
  }
}
