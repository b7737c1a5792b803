import { Kysely, SqliteDialect } from 'kysely'
import type { Store } from '../../ports/store.ts'
import { assembleStore, migrateStore } from './assemble-store.ts'
import { openReader, readerThrough } from './reader.ts'
import { noLocks } from './row-locks.ts'
import type { Tables } from './schema.ts'
import { openSqlite } from './sqlite-database.ts'

const inMemory = ':memory:'

/** On SQLite. `path` may be `:memory:`. `open` is another way to open it, for tests of what happens when it fails. */
export async function openStore(path: string, open = openSqlite): Promise<Store> {
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: async () => open(path) }) })
  await migrateStore(db)
  const reader = path === inMemory ? readerThrough(db) : openReader(path)
  return assembleStore({ db, reader, locks: noLocks })
}
