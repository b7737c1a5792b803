/**
 * PostgreSQL under the same query layer and the same migrations. Integers of 8 bytes are numbers, as they are on SQLite:
 * instants and counts stay far below 2^53. Texts are compared byte by byte, as ids and cursors are in the code.
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

/** Connections of one process. */
const connectionsMax = 20
/** Milliseconds until a database that cannot be reached is told of. */
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
  // An idle connection that breaks is replaced by the next query, which fails by itself where it cannot be.
  pool.on('error', () => undefined)
  return { db: new Kysely<Tables>({ dialect: new Dialect({ pool }) }), reader: readerOf(pool) }
}

const int8 = 20

/** As pg has them, but for integers of 8 bytes. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  type === int8 ? Number : pg.types.getTypeParser(type, format as 'text')

class Dialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new Compiler()
  }
}

/** Columns that mean on PostgreSQL what they mean on SQLite. */
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

/** Prepared by name on each connection, so that a hot read is planned once. */
function readerOf(pool: pg.Pool): Reader {
  return {
    read: async <Row>({ text, values }: Sql) =>
      (await pool.query({ name: statementName(text), text, values })).rows as Row[],
    readValues: async <Values extends readonly unknown[]>({ text, values }: Sql) =>
      (await pool.query({ name: statementName(text), text, values, rowMode: 'array' }))
        .rows as unknown as Values[],
    // The pool is the query layer's.
    close: () => undefined,
  }
}

/** The same for the same text, and shorter than the server takes. */
function statementName(text: string): string {
  return hash('sha256', text, 'base64url')
}
