import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { State } from '@cay/core/sandbox/state.ts'
import { Kysely, Migrator, SqliteDialect, sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeStore } from '../../../../../test/suites/store.ts'
import { openStore } from './open-store.ts'
import { migrations, type Tables } from './schema.ts'
import { openSqlite } from './sqlite-database.ts'

async function inFile() {
  const directory = await mkdtemp(join(tmpdir(), 'cay-store-'))
  const open = () => openStore(join(directory, 'cay.db'))
  return { directory, open, reopen: open, remove: () => rm(directory, { recursive: true }) }
}

describeStore('an SQLite file', inFile)
describeStore('SQLite in memory', async () => ({
  open: () => openStore(':memory:'),
  remove: async () => undefined,
}))

test('sandboxes of a database that is older than its lists are found by their metadata', async () => {
  const { directory, open, remove } = await inFile()
  const path = join(directory, 'cay.db')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: openSqlite(path) }) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
  await migrator.migrateTo('010-team-limits')
  await sql`insert into teams (team_id, slug, name, created_at_ms) values ('t', 't', 't', 0)`.execute(db)
  const rows = [
    ['ia', 'paused', 1],
    ['ib', 'paused', 2],
    ['ic', 'ended', 3],
  ] as const
  for (const [id, state, startedAtMs] of rows)
    await sql`
      insert into sandboxes (sandbox_id, team_id, template_id, build_id, state, generation, started_at_ms, end_at_ms,
        changed_at_ms, is_secured, metadata, cpu_count, memory_mb, disk_size_mb, envd_version)
      values (${id}, 't', 'tpl', 'b', ${state}, 1, ${startedAtMs}, 9, 1, 1, '{"a":"ä b"}', 1, 1, 1, '1')`.execute(
      db,
    )
  await db.destroy()
  const store = await open()
  const query = { teamId: 't', states: ['paused', 'ended'] as State[], nowMs: 0, limit: 9 }
  const found = await store.listSandboxes({ ...query, metadata: { a: 'ä b' } })
  expect(found.map(({ sandboxId }) => sandboxId)).toEqual(['ib', 'ia'])
  await store.close()
  await remove()
})

test('snapshots of a database that did not say when they were made say so', async () => {
  const { directory, open, remove } = await inFile()
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: openSqlite(join(directory, 'cay.db')) }),
  })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
  await migrator.migrateTo('014-snapshot-sizes')
  await sql`insert into teams (team_id, slug, name, created_at_ms) values ('t', 't', 't', 0)`.execute(db)
  await sql`insert into templates (template_id, team_id, created_at_ms, source) values ('tpl', 't', 5, 'snapshot')`.execute(
    db,
  )
  for (const [buildId, createdAtMs] of [
    ['b1', 5],
    ['b2', 7],
  ])
    await sql`
      insert into builds (build_id, template_id, cpu_count, memory_mb, disk_size_mb, envd_version, created_at_ms,
        is_on_node) values (${buildId}, 'tpl', 1, 1, 1, '1', ${createdAtMs}, 1)`.execute(db)
  await db.destroy()
  const store = await open()
  expect((await store.findTemplateDetail('tpl'))?.updatedAtMs).toBe(7)
  expect(await store.listBuilds({ templateId: 'tpl', limit: 9 })).toMatchObject([
    { createdAtMs: 7, updatedAtMs: 7, finishedAtMs: 7 },
    { createdAtMs: 5, updatedAtMs: 5, finishedAtMs: 5 },
  ])
  await store.close()
  await remove()
})

test('the files of a store are readable by their owner only', async () => {
  const { directory, open, remove } = await inFile()
  const store = await open()
  try {
    await store.getOrCreateSecret('seed', () => 'x')
    const files = await readdir(directory)
    expect(files).toContain('cay.db')
    for (const file of files) expect((await stat(join(directory, file))).mode & 0o077).toBe(0)
  } finally {
    await store.close()
    await remove()
  }
})
