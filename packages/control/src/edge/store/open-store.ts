import { Kysely, type Selectable, SqliteDialect } from 'kysely'
import sql from 'sql-template-tag'
import type { Store } from '../../ports/store.ts'
import { assembleStore, migrateStore } from './assemble-store.ts'
import { openReader, readerThrough } from './reader.ts'
import { noLocks } from './row-locks.ts'
import { type LocationValues, locationColumns } from './sandbox/sandbox-lists.ts'
import type { SandboxLookups } from './sandbox/sandboxes.ts'
import type { Tables } from './schema.ts'
import { openSqlite } from './sqlite-database.ts'

const inMemory = ':memory:'

/**
 * The store on SQLite. `path` may be `:memory:`. `open` replaces the way the database is opened, for tests of failures.
 */
export async function openStore(path: string, open = openSqlite): Promise<Store> {
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: async () => open(path) }) })
  await migrate(db)
  const reader = path === inMemory ? readerThrough(db) : openReader(path)
  const lookups: SandboxLookups = {
    findRow: async (sandboxId) => {
      const found = sql`select * from sandboxes where sandbox_id = ${sandboxId}`
      return (await reader.read<Selectable<Tables['sandboxes']>>(found))[0]
    },
    findLocation: async (sandboxId) => {
      const found = sql`select ${locationColumns} from sandboxes where sandbox_id = ${sandboxId}`
      return (await reader.readValues<LocationValues>(found))[0]
    },
  }
  return assembleStore({
    lookups,
    db,
    reader,
    locks: noLocks,
    isShared: false,
    readClock: async () => Date.now(),
  })
}

/** Closes a database that cannot be migrated. */
async function migrate(db: Kysely<Tables>): Promise<void> {
  try {
    await migrateStore(db)
  } catch (cause) {
    await db.destroy()
    throw new Error('the database could not be brought to the present schema', { cause })
  }
}
