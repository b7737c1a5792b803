/**
 * Row locks that a transaction holds until its end, so that several processes can decide and write on one database.
 * SQLite has a single writer at a time, so it needs none.
 *
 * Lock order, which prevents deadlocks: a node, a sandbox, its volumes by id, its team, its template, the outbox. The catalog is locked alone.
 */
import { type Kysely, type OperationNodeSource, type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from './schema.ts'

type Query<Table extends keyof Tables, Row> = SelectQueryBuilder<Tables, Table, Row>

export interface RowLocks {
  /** Locks the selected sandbox against changes by other transactions. */
  readonly sandbox: <Row>(query: Query<'sandboxes', Row>) => Query<'sandboxes', Row>
  /** Keeps the selected node from being given up. */
  readonly node: <Row>(query: Query<'nodes', Row>) => Query<'nodes', Row>
  /** Waits for whoever keeps the node, so that what they have written is seen by the next statement. */
  readonly removedNode: <Row>(query: Query<'nodes', Row>) => Query<'nodes', Row>
  /** The same for volumes: whoever decides where they are attached holds this lock. */
  readonly volume: <Row>(query: Query<'volumes', Row>) => Query<'volumes', Row>
  /** The same for a team: whoever counts its sandboxes holds this lock. */
  readonly teamRow: <Row>(query: Query<'teams', Row>) => Query<'teams', Row>
  /**
   * Locks the team's counters, so that a count and its update are atomic, and then writes. Over a network it is one
   * statement. The writes must not depend on each other.
   */
  readonly lockTeamAndWrite: (
    db: Transaction<Tables>,
    teamId: string,
    writes: readonly Write[],
  ) => Promise<void>
  /** The same for a build. A transaction that locks one locks nothing else. */
  readonly build: <Row>(query: Query<'builds', Row>) => Query<'builds', Row>
  /** Templates, their names, builds and tags change one after another: their rules concern several rows. */
  readonly catalog: (db: Transaction<Tables>) => Promise<void>
  /** Ensures a single relay at a time. */
  readonly outbox: (db: Transaction<Tables>) => Promise<void>
}

/** An insert, an update or a delete. */
export type Write = OperationNodeSource & { execute(): Promise<unknown> }

/** Transactions that change the catalog of templates. */
export type Transact = <T>(work: (transaction: Transaction<Tables>) => Promise<T>) => Promise<T>

export function lockingCatalog(db: Kysely<Tables>, { catalog }: Pick<RowLocks, 'catalog'>): Transact {
  return (work) =>
    db.transaction().execute(async (transaction) => {
      await catalog(transaction)
      return await work(transaction)
    })
}

export const noLocks: RowLocks = {
  node: (query) => query,
  removedNode: (query) => query,
  sandbox: (query) => query,
  volume: (query) => query,
  teamRow: (query) => query,
  lockTeamAndWrite: async (_db, _teamId, writes) => {
    for (const write of writes) await write.execute()
  },
  build: (query) => query,
  catalog: async () => undefined,
  outbox: async () => undefined,
}

/** Keys of advisory locks in the database; arbitrary numbers. */
const outboxLock = 7_235_001
const catalogLock = 7_235_002

export const postgresLocks: RowLocks = {
  node: (query) => query.forShare(),
  removedNode: (query) => query.forUpdate(),
  sandbox: (query) => query.forUpdate(),
  volume: (query) => query.forUpdate(),
  teamRow: (query) => query.forNoKeyUpdate(),
  // Not FOR UPDATE, which would wait for every transaction that has inserted a sandbox of the team.
  lockTeamAndWrite: async (db, teamId, writes) => {
    const lock = db.selectFrom('teams').select('team_id').where('team_id', '=', teamId).forNoKeyUpdate()
    // The lock is taken first: the server runs what nothing refers to after the statement itself.
    const named = writes.map((write, index) => sql`${sql.ref(`write_${index}`)} as (${write})`)
    await (named.length === 0 ? lock : sql`with ${sql.join(named)} ${lock}`).execute(db)
  },
  build: (query) => query.forNoKeyUpdate(),
  catalog: (db) => lockAdvisory(db, catalogLock),
  outbox: (db) => lockAdvisory(db, outboxLock),
}

/** Until the end of the transaction: the only kind of advisory lock that connection poolers support. */
async function lockAdvisory(db: Transaction<Tables>, key: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(key)})`.execute(db)
}
