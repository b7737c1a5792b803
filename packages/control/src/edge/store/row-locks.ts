/**
 * What a transaction holds until its end, so that several processes may decide and write over one database. SQLite has one
 * writer at a time, which holds everything anyway.
 *
 * Always taken in this order: a sandbox, its team, the outbox.
 */
import { type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from './schema.ts'

type Query<Row> = SelectQueryBuilder<Tables, 'sandboxes', Row>

export interface RowLocks {
  /** Whoever reads a sandbox so is the only one that changes it. */
  readonly sandbox: <Row>(query: Query<Row>) => Query<Row>
  /** Whoever counts what a team has is the only one that writes the count down. */
  readonly team: (db: Transaction<Tables>, teamId: string) => Promise<void>
  /** There is one relay at a time. */
  readonly outbox: (db: Transaction<Tables>) => Promise<void>
}

export const noLocks: RowLocks = {
  sandbox: (query) => query,
  team: async () => undefined,
  outbox: async () => undefined,
}

/** Among the advisory locks of the database; any number of our own. */
const outboxLock = 7_235_001

export const postgresLocks: RowLocks = {
  sandbox: (query) => query.forUpdate(),
  team: async (db, teamId) => {
    await db.selectFrom('teams').select('team_id').where('team_id', '=', teamId).forUpdate().execute()
  },
  // Held to the end of the transaction: the one kind that connection poolers pass on.
  outbox: async (db) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(outboxLock)})`.execute(db)
  },
}
