import { sql } from 'kysely'
import type { Store } from '../../../ports/store.ts'
import { assembleStore } from '../assemble-store.ts'
import type { SharedCache } from '../key/key-cache.ts'
import { postgresLocks } from '../row-locks.ts'
import { mapDatabaseErrors } from './connection-errors.ts'
import { KeyChanges, notifyKeyChange } from './key-changes.ts'
import { migratePostgres } from './migrate-postgres.ts'
import { openForMigrations, openPostgres } from './postgres-database.ts'
import { explainStart } from './start-errors.ts'

/** How long in milliseconds a key may be valid that another process has deleted, when its message is lost. */
const keyAgeMsMax = 10_000

/**
 * The store on PostgreSQL. It is a separate module so that an installation on SQLite loads no PostgreSQL client. Throws
 * SettingError, without the URL, when the database cannot be used.
 */
export async function openPostgresStore(url: string): Promise<Store> {
  await migrate(url)
  const { db, reader } = openPostgres(url)
  let keyChanges: KeyChanges | undefined
  const keyCache: SharedCache = {
    ageMsMax: keyAgeMsMax,
    publish: async () => void (await sql.raw(notifyKeyChange).execute(db)),
    subscribe: (forget) => {
      keyChanges = new KeyChanges(url, forget)
    },
  }
  const store = assembleStore({ db, reader, locks: postgresLocks, isShared: true, keyCache })
  return mapDatabaseErrors({
    ...store,
    close: async () => {
      await keyChanges?.close()
      await store.close()
    },
  })
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
