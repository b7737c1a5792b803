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
  PostgresQueryCompiler,
} from 'kysely'
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import type { Reader } from './reader.ts'
import type { Tables } from './schema.ts'

/** Maximum number of connections per process. */
const connectionsMax = 20
/** Connection timeout in milliseconds. */
const connectMsMax = 10_000

export interface PostgresDatabase {
  readonly db: Kysely<Tables>
  readonly reader: Reader
}

export function openPostgres(url: string): PostgresDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: connectMsMax,
    types: { getTypeParser },
  })
  // The next query replaces an idle connection that breaks, and fails by itself when it cannot.
  pool.on('error', () => undefined)
  return { db: new Kysely<Tables>({ dialect: new Dialect({ pool }) }), reader: readerOf(pool) }
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
    read: async <Row>({ text, values }: Sql) =>
      (await pool.query({ name: statementName(text), text, values })).rows as Row[],
    readValues: async <Values extends readonly unknown[]>({ text, values }: Sql) =>
      (await pool.query({ name: statementName(text), text, values, rowMode: 'array' }))
        .rows as unknown as Values[],
    // The query layer owns the pool.
    close: () => undefined,
  }
}

/** Deterministic, and shorter than the server's limit. */
function statementName(text: string): string {
  return hash('sha256', text, 'base64url')
}
