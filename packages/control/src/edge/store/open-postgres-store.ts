import type { Store } from '../../ports/store.ts'
import { assembleStore, migrateStore } from './assemble-store.ts'
import { openPostgres } from './postgres-database.ts'
import { postgresLocks } from './row-locks.ts'

/**
 * The store on PostgreSQL. It is a separate module so that an installation on SQLite loads no PostgreSQL client.
 *
 * No setting selects it yet, because several control processes need more than this: quotas in the transaction that
 * inserts, a key cache that other processes can invalidate, and epochs of placements.
 */
export async function openPostgresStore(url: string): Promise<Store> {
  const { db, reader } = openPostgres(url)
  await migrateStore(db)
  return assembleStore({ db, reader, locks: postgresLocks })
}
