/**
 * Control processes of two neighbouring versions share a database while a cluster is upgraded: a migration only adds, unless its
 * name says that it takes away (NNN-contract-since-MMM-what).
 */
import { Kysely, type Migration, Migrator, SqliteDialect, sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrations } from './schema.ts'
import { openSqlite } from './sqlite-database.ts'

/** The last migration of the last release. */
const released = '024-volumes'

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isOptional: boolean
}

type Migrations = Readonly<Record<string, Migration>>

const isContract = (name: string) => /^\d+-contract-since-\d+-/.test(name)

/** What an older version would stumble over, for each migration after `since` that says that it only adds. */
async function findBreaks(all: Migrations, since: string): Promise<string[]> {
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: openSqlite(':memory:') }) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...all }) } })
  const breaks: string[] = []
  try {
    for (const name of Object.keys(all)) {
      const before = await readColumns(db)
      const { error } = await migrator.migrateTo(name)
      if (error !== undefined) throw error
      if (name > since && !isContract(name))
        breaks.push(...compare(before, await readColumns(db)).map((what) => `${name}: ${what}`))
    }
    return breaks
  } finally {
    await db.destroy()
  }
}

async function readColumns(db: Kysely<unknown>): Promise<Column[]> {
  const { rows } = await sql<{ tab: string; name: string; type: string; optional: number }>`
    select m.name as tab, c.name, c.type, (c."notnull" = 0 or c.dflt_value is not null) as optional
    from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'`.execute(db)
  return rows.map(({ tab, name, type, optional }) => ({ table: tab, name, type, isOptional: optional === 1 }))
}

function compare(before: readonly Column[], after: readonly Column[]): string[] {
  const titleOf = ({ table, name }: Column) => `${table}.${name}`
  const known = new Map(before.map((column) => [titleOf(column), column]))
  const tables = new Set(before.map(({ table }) => table))
  const now = new Map(after.map((column) => [titleOf(column), column]))
  const lost = before.filter((column) => now.get(titleOf(column))?.type !== column.type)
  const required = after.filter((column) => tables.has(column.table) && !column.isOptional)
  return [
    ...lost.map((column) => `${titleOf(column)} is gone or has another type`),
    ...required
      .filter((column) => known.get(titleOf(column))?.isOptional !== false)
      .map((column) => `${titleOf(column)} must be given, and an older version does not`),
  ]
}

test('no migration since the last release breaks the version before it', async () => {
  expect(Object.keys(migrations)).toContain(released)
  expect(await findBreaks(migrations, released)).toEqual([])
})

test('what would break an older version is found', async () => {
  const add = (up: Migration['up']) => ({ ...migrations, '998-test': { up } })
  const drop: Migration['up'] = (db) => db.schema.alterTable('teams').dropColumn('max_disk_mb').execute()
  const rename: Migration['up'] = (db) =>
    db.schema.alterTable('teams').renameColumn('max_disk_mb', 'place').execute()
  const require: Migration['up'] = async (db) => {
    await db.schema.dropTable('used_links').execute()
    await db.schema
      .createTable('used_links')
      .addColumn('a', 'text', (column) => column.notNull())
      .execute()
  }
  const newTable: Migration['up'] = (db) =>
    db.schema
      .createTable('zones')
      .addColumn('name', 'text', (column) => column.notNull())
      .execute()
  expect(await findBreaks(add(drop), released)).toEqual([
    '998-test: teams.max_disk_mb is gone or has another type',
  ])
  expect(await findBreaks(add(rename), released)).toHaveLength(1)
  expect(await findBreaks(add(require), released)).toContain(
    '998-test: used_links.a must be given, and an older version does not',
  )
  expect(await findBreaks(add(newTable), released)).toEqual([])
  expect(await findBreaks({ ...migrations, '998-contract-since-024-x': { up: drop } }, released)).toEqual([])
})
