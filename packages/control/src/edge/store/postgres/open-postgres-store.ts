import { setTimeout as sleep } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import template from 'sql-template-tag'
import type { Store } from '../../../ports/store.ts'
import { assembleStore } from '../assemble-store.ts'
import type { SharedCache } from '../key/key-cache.ts'
import { postgresLocks } from '../row-locks.ts'
import { type LocationValues, locationColumns } from '../sandbox/sandbox-lists.ts'
import type { SandboxLookups } from '../sandbox/sandboxes.ts'
import type { Tables } from '../schema.ts'
import { mapDatabaseErrors } from './connection-errors.ts'
import { gatherLookups } from './gather-lookups.ts'
import { KeyChanges, notifyKeyChange } from './key-changes.ts'
import { migratePostgres } from './migrate-postgres.ts'
import { openForMigrations, openPostgres } from './postgres-database.ts'
import { codeOf, explainStart, isAway } from './start-errors.ts'

/** How long in milliseconds a key may be valid that another process has deleted, when its message is lost. */
const keyAgeMsMax = 10_000

/** Of this moment, not of the transaction. */
const databaseClock = sql<{ ms: number }>`select extract(epoch from clock_timestamp()) * 1000 as ms`
/** Delay in milliseconds between two attempts to reach a server that is away. */
const retryMs = 500

export interface PostgresStart {
  /** How long in milliseconds a server that is away is waited for; a wrong setting never is. */
  readonly waitMsMax?: number
  /** Called once when that begins, with the reason as an error code. */
  readonly onWaiting?: (reason: string) => void
}

/**
 * The store on PostgreSQL. It is a separate module so that an installation on SQLite loads no PostgreSQL client. Throws
 * SettingError, without the URL, when the database cannot be used.
 */
export async function openPostgresStore(url: string, start: PostgresStart = {}): Promise<Store> {
  await migrateWhenReachable(url, start)
  const { db, reader } = openPostgres(url)
  let keyChanges: KeyChanges | undefined
  const keyCache: SharedCache = {
    ageMsMax: keyAgeMsMax,
    publish: async () => void (await sql.raw(notifyKeyChange).execute(db)),
    subscribe: (forget) => {
      keyChanges = new KeyChanges(url, forget)
    },
  }
  const readClock = async () => {
    const { rows } = await databaseClock.execute(db)
    return Number(rows[0]?.ms)
  }
  const lookups: SandboxLookups = {
    findRow: gatherLookups(
      (ids) =>
        reader.read<Selectable<Tables['sandboxes']>>(
          template`select * from sandboxes where sandbox_id = any(${ids})`,
        ),
      ({ sandbox_id }) => sandbox_id,
    ),
    findLocation: gatherLookups(
      (ids) =>
        reader.readValues<LocationValues>(
          template`select ${locationColumns} from sandboxes where sandbox_id = any(${ids})`,
        ),
      ([sandboxId]) => sandboxId,
    ),
  }
  const store = assembleStore({
    ...{ db, reader, locks: postgresLocks, isShared: true, keyCache, readClock, lookups },
  })
  return mapDatabaseErrors({
    ...store,
    close: async () => {
      await keyChanges?.close()
      await store.close()
    },
  })
}

async function migrateWhenReachable(url: string, { waitMsMax = 0, onWaiting }: PostgresStart): Promise<void> {
  const deadlineMs = performance.now() + waitMsMax
  for (let attempt = 1; ; attempt++) {
    try {
      await migrate(url)
      return
    } catch (error) {
      if (!isAway(error) || performance.now() > deadlineMs) throw explainStart(error)
      if (attempt === 1) onWaiting?.(codeOf(error))
      await sleep(retryMs)
    }
  }
}

async function migrate(url: string): Promise<void> {
  const db = openForMigrations(url)
  try {
    await migratePostgres(db)
  } finally {
    await db.destroy()
  }
}
