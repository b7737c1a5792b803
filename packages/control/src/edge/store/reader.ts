/**
 * Reads that are asked for all the time, past the query layer: prepared once, and run at once on a connection of their
 * own. It sees what was committed when it reads, and never a half of a transaction of the other.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Sql } from 'sql-template-tag'
import type { Tables } from './schema.ts'
import { asInput, busyMs } from './sqlite-database.ts'

export interface Reader {
  /** Rows by the names of their columns. */
  read<Row>(query: Sql): Promise<Row[]>
  /** The values of each row in the order of the columns, which is quicker where there are many rows. */
  readValues<Values extends readonly unknown[]>(query: Sql): Promise<Values[]>
  close(): void
}

/** Prepared statements kept for use again; when there are more, all are let go. */
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

/** For a database in memory, which has one connection. */
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
