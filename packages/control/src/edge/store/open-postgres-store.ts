import type { Store } from '../../ports/store.ts'
import { assembleStore, migrateStore } from './assemble-store.ts'
import { openPostgres } from './postgres-database.ts'
import { postgresLocks } from './row-locks.ts'

/**
 * On PostgreSQL. A file of its own: what runs on SQLite loads no client of another database.
 *
 * No setting leads here yet, because several control processes need more than this: quotas in the transaction that inserts,
 * a key cache that others can invalidate, and epochs of placements.
 */
export async function openPostgresStore(url: string): Promise<Store> {
  const { db, reader } = openPostgres(url)
  await migrateStore(db)
  return assembleStore({ db, reader, locks: postgresLocks })
}
