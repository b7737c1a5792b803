/**
 * PostgreSQL under the same query layer and the same migrations. 8-byte integers are numbers, as on SQLite: timestamps
 * and counts stay far below 2^53. Texts are compared bytewise, like ids and cursors in the code.
 */
import { hash } from 'node:crypto'
import {
  type ColumnDefinitionNode,
  type DataTypeNode,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
} from 'kysely'
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import type { Reader } from '../reader.ts'
import type { Tables } from '../schema.ts'
import { isSilence, sqlStateOf } from './connection-errors.ts'

/**
 * Maximum number of connections per process. PostgreSQL has 100 by default, which leaves room for four processes and
 * the operator.
 */
const connectionsMax = 20
/** Timeout in milliseconds for a connection, of which a part may be spent waiting for one of the pool. */
const connectMsMax = 5_000
/**
 * Timeouts in milliseconds that the server enforces: a process that is stopped in the middle of a transaction must not
 * hold its locks for longer.
 */
const serverTimeouts = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 10_000,
}
/** Timeout in milliseconds for a server that does not answer at all. */
const queryMsMax = 35_000

export interface PostgresDatabase {
  readonly db: Kysely<Tables>
  readonly reader: Reader
}

export function openPostgres(url: string, answerMsMax = queryMsMax): PostgresDatabase {
  const pool = openPool({
    ...{ connectionString: url, max: connectionsMax, ...serverTimeouts, query_timeout: answerMsMax },
  })
  const dialect = new Dialect({ pool: withoutSilent(pool) })
  return { db: new Kysely<Tables>({ dialect }), reader: readerOf(pool) }
}

/** For migrations: two connections, one of which holds the lock, and no limit to how long a statement takes. */
export function openForMigrations(url: string): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new Dialect({ pool: openPool({ connectionString: url, max: 2 }) }) })
}

function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...{ ...config, connectionTimeoutMillis: connectMsMax, types: { getTypeParser }, keepAlive: true },
    application_name: 'cay control',
  })
  // The next query replaces a connection that breaks, and fails by itself when it cannot. The pool listens to those that
  // are idle, and not to those in use.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * Closes a connection whose server has not answered a query: the query would hold up all later ones on it, for as long as the system
 * takes the connection for open.
 */
function withoutSilent(pool: pg.Pool): PostgresPool {
  return {
    connect: async () => closedWhenSilent(await pool.connect()),
    end: () => pool.end(),
  }
}

function closedWhenSilent(client: pg.PoolClient): PostgresPoolClient {
  let silence: Error | undefined
  const query = async (text: string, values: unknown[]) => {
    // Such as the rollback of a transaction.
    if (silence !== undefined) throw silence
    try {
      return await client.query(text, values)
    } catch (error) {
      if (isSilence(error)) silence = error
      throw error
    }
  }
  // The other form of the method is for cursors, which nobody here has.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(silence) }
}

const int8 = 20

/** The parsers of pg, except for 8-byte integers. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  type === int8 ? Number : pg.types.getTypeParser(type, format as 'text')

class Dialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new Compiler()
  }
}

/** Gives columns the same semantics on PostgreSQL as on SQLite. */
class Compiler extends PostgresQueryCompiler {
  protected override visitColumnDefinition(node: ColumnDefinitionNode): void {
    const isNumbered = node.autoIncrement === true
    const dataType: DataTypeNode = { kind: 'DataTypeNode', dataType: 'bigint' }
    super.visitColumnDefinition(isNumbered ? { ...node, dataType } : node)
  }

  protected override getAutoIncrement(): string {
    return 'generated always as identity'
  }

  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node)
    if (node.dataType === 'text') this.append(' collate "C"')
  }
}

/** Uses named prepared statements on each connection, so that a hot query is planned once. */
function readerOf(pool: pg.Pool): Reader {
  return {
    read: async <Row>({ text, values }: Sql) => (await queryNamed(pool, { text, values })).rows as Row[],
    readValues: async <Values extends readonly unknown[]>({ text, values }: Sql) =>
      (await queryNamed(pool, { text, values, rowMode: 'array' })).rows as unknown as Values[],
    // The query layer owns the pool.
    close: () => undefined,
  }
}

type NamedQuery = Pick<pg.QueryConfig, 'text' | 'values'> & { readonly rowMode?: 'array' }

async function queryNamed(pool: pg.Pool, query: NamedQuery): Promise<pg.QueryResult> {
  try {
    return await pool.query({ ...query, name: statementName(query.text) })
  } catch (error) {
    // A migration by a newer process has added columns: the statement is planned again without a name.
    if (error instanceof Error && sqlStateOf(error) === featureNotSupported) return await pool.query(query)
    throw error
  }
}

/** SQLSTATE of a prepared statement whose result would have other columns. */
const featureNotSupported = '0A000'

/** Deterministic, and shorter than the server's limit. */
function statementName(text: string): string {
  return hash('sha256', text, 'base64url')
}
