/**
 * Copies all records of an installation from SQLite to PostgreSQL, in one transaction: a failure leaves the PostgreSQL
 * database without records. No control process may use either database meanwhile.
 */
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../schema.ts'
import { migratePostgres } from './migrate-postgres.ts'
import { openForMigrations } from './postgres-database.ts'
import { databaseRefused, explainStart } from './start-errors.ts'
import { inCopyOrder, type SqliteTable } from './table-order.ts'

export interface CopyRequest {
  /** The file of the SQLite database, which has the newest schema. */
  readonly path: string
  readonly url: string
  readonly onTable: (table: string, rows: number) => void
}

/** Throws SettingError for a database that cannot be used, or that has records which are not a copy of these. */
export async function copyRecords({ path, url, onTable }: CopyRequest): Promise<void> {
  const source = new DatabaseSync(path, { readOnly: true })
  const target = openForMigrations(url)
  try {
    await migratePostgres(target)
    await target.transaction().execute(async (transaction) => {
      await makeRoom(source, transaction)
      for (const table of inCopyOrder(readTables(source)))
        onTable(table.name, await copyTable(source, transaction, table))
    })
  } catch (error) {
    throw explainStart(error)
  } finally {
    await target.destroy()
    source.close()
  }
}

/** The tables of the query layer itself have the rows of the other database already. */
const tablesOfKysely = 'kysely_%'

function readTables(source: DatabaseSync): SqliteTable[] {
  const names = source
    .prepare(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '${tablesOfKysely}'`,
    )
    .all()
  return names.map(({ name }) => ({
    name: String(name),
    columns: source.prepare(`select name from pragma_table_info('${name}')`).all().map(nameOf),
    references: source
      .prepare(`select "table" as name from pragma_foreign_key_list('${name}')`)
      .all()
      .map(nameOf),
  }))
}

const nameOf = ({ name }: Record<string, unknown>) => String(name)

/** Removes the records of an earlier copy of the same installation that was not used since. */
async function makeRoom(source: DatabaseSync, target: Transaction<Tables>): Promise<void> {
  await sql`lock table teams, sandboxes, secrets in access exclusive mode`.execute(target)
  if ((await target.selectFrom('teams').select('team_id').limit(1).execute()).length === 0) return
  if (!(await isSameInstallation(source, target)))
    throw databaseRefused('the database holds the records of another installation')
  if ((await newestChangeOf(target)) > newestChangeIn(source))
    throw databaseRefused('the database already holds newer records of this installation')
  for (const { name } of inCopyOrder(readTables(source)).toReversed())
    await sql`delete from ${sql.table(name)}`.execute(target)
}

async function isSameInstallation(source: DatabaseSync, target: Kysely<Tables>): Promise<boolean> {
  const ours = source.prepare('select name, value from secrets order by name').all()
  const theirs = await target.selectFrom('secrets').select(['name', 'value']).orderBy('name').execute()
  // Control has added some of its own there since.
  const names = new Set(ours.map(({ name }) => name))
  return JSON.stringify(ours) === JSON.stringify(theirs.filter(({ name }) => names.has(name)))
}

/** When control last wrote, by what it writes most. */
const newestChange = `select max(at_ms) as newest from (
  select max(changed_at_ms) as at_ms from sandboxes union all
  select max(updated_at_ms) from templates union all
  select max(updated_at_ms) from builds union all
  select max(created_at_ms) from api_keys) as changes`

async function newestChangeOf(target: Transaction<Tables>): Promise<number> {
  const { rows } = await sql<{ newest: number | null }>`${sql.raw(newestChange)}`.execute(target)
  return rows[0]?.newest ?? 0
}

function newestChangeIn(source: DatabaseSync): number {
  return Number(source.prepare(newestChange).get()?.newest ?? 0)
}

/** PostgreSQL takes 65,535 parameters in a statement. */
const parametersMax = 30_000

async function copyTable(
  source: DatabaseSync,
  target: Transaction<Tables>,
  { name, columns }: SqliteTable,
): Promise<number> {
  const rowsMax = Math.floor(parametersMax / columns.length)
  let batch: Record<string, unknown>[] = []
  let count = 0
  const flush = async () => {
    if (batch.length > 0) await insert(target, { name, columns }, batch)
    count += batch.length
    batch = []
  }
  for (const row of source.prepare(`select * from "${name}"`).iterate()) {
    batch.push(row)
    if (batch.length >= rowsMax) await flush()
  }
  await flush()
  await continueNumbers(target, name)
  return count
}

async function insert(
  target: Transaction<Tables>,
  { name, columns }: Pick<SqliteTable, 'name' | 'columns'>,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const tuples = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    overriding system value values ${sql.join(tuples)}`.execute(target)
}

/** Rows that are written later get numbers behind those of the copied ones. */
async function continueNumbers(target: Transaction<Tables>, table: string): Promise<void> {
  const numbered = await sql<{ column: string }>`
    select column_name as "column" from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_identity = 'YES'`.execute(target)
  for (const { column } of numbered.rows)
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}),
      coalesce((select max(${sql.ref(column)}) from ${sql.table(table)}), 0) + 1, false)`.execute(target)
}
