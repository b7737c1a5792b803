import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** Maximum number of cached prepared statements; when it is exceeded, all are released. */
const statementsMax = 256
/** How long in milliseconds a statement waits for another process's lock. */
export const busyMs = 5000

/**
 * Adapts Node's SQLite to Kysely's SQLite dialect. Only the owner may read the file. Committed writes survive a crash
 * of the process; a power failure may lose the last transactions, but never part of one.
 */
export function openSqlite(path: string): SqliteDatabase {
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600))
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = normal')
  database.exec(`pragma busy_timeout = ${busyMs}`)
  database.exec('pragma foreign_keys = on')
  const prepared = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const known = prepared.get(sql)
      if (known !== undefined) return known
      if (prepared.size >= statementsMax) prepared.clear()
      const statement = forgivingRollback(database, sql, asKyselyStatement(database.prepare(sql)))
      prepared.set(sql, statement)
      return statement
    },
  }
}

/**
 * On a full disk SQLite has already rolled back the transaction: the failure of a second rollback must not hide the
 * original error.
 */
function forgivingRollback(database: DatabaseSync, sql: string, statement: SqliteStatement): SqliteStatement {
  if (sql !== 'rollback') return statement
  const nothing = { changes: 0, lastInsertRowid: 0 }
  return {
    ...statement,
    run: (parameters) => (database.isTransaction ? statement.run(parameters) : nothing),
  }
}

function asKyselyStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(asInput)),
    run: (parameters) => statement.run(...parameters.map(asInput)),
    iterate: (parameters) => statement.iterate(...parameters.map(asInput)),
  }
}

export function asInput(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value
  throw new TypeError(`a ${typeof value} cannot be stored`)
}
