/**
 * Hot queries that bypass the query layer: prepared once, and executed synchronously on a separate connection. It sees
 * committed data only, never part of a transaction of the other connection.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Sql } from 'sql-template-tag'
import type { Tables } from './schema.ts'
import { asInput, busyMs } from './sqlite-database.ts'

export interface Reader {
  /** Rows as records by column name. */
  read<Row>(query: Sql): Promise<Row[]>
  /** Rows as arrays in column order, which is faster for many rows. */
  readValues<Values extends readonly unknown[]>(query: Sql): Promise<Values[]>
  close(): void
}

/** Maximum number of cached prepared statements; when it is exceeded, all are released. */
const statementsMax = 256

export function openReader(path: string): Reader {
  const database = new DatabaseSync(path, { readOnly: true, timeout: busyMs })
  const byName = new Statements(database, false)
  const byPlace = new Statements(database, true)
  return {
    read: async <Row>(query: Sql) => byName.all(query) as Row[],
    readValues: async <Values extends readonly unknown[]>(query: Sql) => byPlace.all(query) as Values[],
    close: () => database.close(),
  }
}

class Statements {
  readonly #database: DatabaseSync
  readonly #returnsArrays: boolean
  readonly #prepared = new Map<string, StatementSync>()

  constructor(database: DatabaseSync, returnsArrays: boolean) {
    this.#database = database
    this.#returnsArrays = returnsArrays
  }

  all({ sql, values }: Sql): unknown {
    return this.#find(sql).all(...values.map(asInput))
  }

  #find(text: string): StatementSync {
    const known = this.#prepared.get(text)
    if (known !== undefined) return known
    if (this.#prepared.size >= statementsMax) this.#prepared.clear()
    const statement = this.#database.prepare(text)
    statement.setReturnArrays(this.#returnsArrays)
    this.#prepared.set(text, statement)
    return statement
  }
}

/** For an in-memory database, which has a single connection. */
export function readerThrough(db: Kysely<Tables>): Reader {
  const read = async <Row>({ sql, values }: Sql) =>
    (await db.executeQuery<Row>(CompiledQuery.raw(sql, values))).rows
  return {
    read,
    readValues: async <Values extends readonly unknown[]>(query: Sql) =>
      (await read<object>(query)).map((row) => Object.values(row) as unknown as Values),
    close: () => undefined,
  }
}
