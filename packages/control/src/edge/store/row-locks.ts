/**
 * Row locks that a transaction holds until its end, so that several processes can decide and write on one database.
 * SQLite has a single writer at a time, so it needs none.
 *
 * Lock order, which prevents deadlocks: a sandbox, its team, the outbox.
 */
import { type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from './schema.ts'

type Query<Row> = SelectQueryBuilder<Tables, 'sandboxes', Row>

export interface RowLocks {
  /** Locks the selected sandbox against changes by other transactions. */
  readonly sandbox: <Row>(query: Query<Row>) => Query<Row>
  /** Locks the team's counters, so that a count and its update are atomic. */
  readonly team: (db: Transaction<Tables>, teamId: string) => Promise<void>
  /** Ensures a single relay at a time. */
  readonly outbox: (db: Transaction<Tables>) => Promise<void>
}

export const noLocks: RowLocks = {
  sandbox: (query) => query,
  team: async () => undefined,
  outbox: async () => undefined,
}

/** Key of an advisory lock in the database; an arbitrary number. */
const outboxLock = 7_235_001

export const postgresLocks: RowLocks = {
  sandbox: (query) => query.forUpdate(),
  team: async (db, teamId) => {
    await db.selectFrom('teams').select('team_id').where('team_id', '=', teamId).forUpdate().execute()
  },
  // Held until the end of the transaction: the only kind of advisory lock that connection poolers support.
  outbox: async (db) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(outboxLock)})`.execute(db)
  },
}
