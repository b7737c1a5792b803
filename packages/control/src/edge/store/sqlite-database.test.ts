import { Kysely, SqliteDialect, sql } from 'kysely'
import { expect, test } from 'vitest'
import { openSqlite } from './sqlite-database.ts'

test('a transaction that fails for want of room is told as that', async () => {
  const database = new Kysely<{ notes: { text: string } }>({
    dialect: new SqliteDialect({ database: openSqlite(':memory:') }),
  })
  await sql`create table notes (text text)`.execute(database)
  await sql`pragma max_page_count = 4`.execute(database)
  const filling = database.transaction().execute(async (transaction) => {
    for (let i = 0; i < 100; i++)
      await transaction
        .insertInto('notes')
        .values({ text: 'x'.repeat(1000) })
        .execute()
  })
  await expect(filling).rejects.toThrow('database or disk is full')
  await database.insertInto('notes').values({ text: 'it goes on' }).execute()
  expect(await database.selectFrom('notes').selectAll().execute()).toEqual([{ text: 'it goes on' }])
  await database.destroy()
})
