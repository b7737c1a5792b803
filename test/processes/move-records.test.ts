/** The records of one machine move into PostgreSQL, and control goes on with them. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrations } from '@cay/control/edge/store/schema.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { run, ToolError } from '@cay/kit/host/run.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { oldestPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { programEnvironment } from '../support/program-environment.ts'
import { type ControlMachine, startControlMachine } from './control-machine.ts'

const program = new URL('../../packages/control/src/move-records.ts', import.meta.url).pathname

async function move(dataDir: string, url: string): Promise<string> {
  const env = { ...programEnvironment(), CAY_DATA_DIR: dataDir, CAY_DATABASE_URL: url }
  return (await run([process.execPath, program], { env })).stdout
}

async function failToMove(dataDir: string, url: string): Promise<string> {
  const error = await move(dataDir, url).catch((thrown: unknown) => thrown)
  return error instanceof ToolError ? error.stderr : expect.fail('the records were moved')
}

const sentence = (reason: string) => `CAY_DATABASE_URL="(not shown)" is not valid: ${reason}`

describe.skipIf(!oldestPostgres.isInstalled)('with a server of its own', () => {
  let server: PostgresServer

  beforeAll(async () => {
    server = await startPostgres(oldestPostgres)
  })
  afterAll(() => server.stop())

  async function makeRecords(machine: ControlMachine, count: number): Promise<string[]> {
    const control = await machine.start()
    const ids: string[] = []
    for (let index = 0; index < count; index++) {
      const body = { templateID: 'base', timeout: 3600, metadata: { name: `it's number ${index}` } }
      const { body: created } = await control.call('POST', '/v2/sandboxes', { body })
      ids.push((created as { sandboxID: string }).sandboxID)
    }
    await control.die()
    return ids
  }

  test('control goes on with all records, and events get the next numbers', async () => {
    const machine = await startControlMachine()
    const ids = await makeRecords(machine, 3)
    const lastNumber = 41
    const source = new DatabaseSync(dataLayout(machine.dataDir).database)
    source.exec(`insert into events (number, at_ms, team_id, kind, actor, outcome)
      values (${lastNumber}, 1, '', 'sandboxCreated', 'system', 'done')`)
    source.close()
    const url = await server.createDatabase()
    expect(await move(machine.dataDir, url)).toContain('sandboxes 3\n')
    const control = await machine.start({ CAY_DATABASE_URL: url })
    for (const [index, id] of ids.entries())
      expect(await control.call('GET', `/sandboxes/${id}`)).toMatchObject({
        status: 200,
        body: { state: 'running', metadata: { name: `it's number ${index}` } },
      })
    expect((await control.call('DELETE', `/sandboxes/${ids[0]}`)).status).toBe(204)
    const target = new pg.Client({ connectionString: url })
    await target.connect()
    onTestFinished(() => target.end())
    const endOf = async () => {
      const { rows } = await target.query("select number from events where kind = 'sandboxEnded'")
      return Number(rows[0]?.number ?? 0)
    }
    await expect.poll(endOf, { timeout: 20_000 }).toBeGreaterThan(lastNumber)
  })

  test('every row of every table is there', async () => {
    const machine = await startControlMachine()
    await makeRecords(machine, 2)
    const url = await server.createDatabase()
    await move(machine.dataDir, url)
    const source = new DatabaseSync(dataLayout(machine.dataDir).database)
    const target = new pg.Client({ connectionString: url })
    await target.connect()
    onTestFinished(async () => {
      source.close()
      await target.end()
    })
    const tables = source
      .prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
      .all()
      .map(({ name }) => String(name))
      .filter((name) => !name.startsWith('kysely_'))
    expect(tables.length).toBeGreaterThan(10)
    const numbers = (rows: readonly object[]) =>
      rows
        .map((row) => JSON.stringify(Object.entries(row).map(([name, value]) => [name, String(value)])))
        .sort()
    for (const table of tables) {
      const before = source.prepare(`select * from "${table}"`).all()
      const { rows } = await target.query(`select * from "${table}"`)
      expect([table, numbers(rows)]).toEqual([table, numbers(before)])
    }
    const { rows } = await target.query('select name from kysely_migration order by name')
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations))
  })

  test('a copy that was not used since is replaced', async () => {
    const machine = await startControlMachine()
    await makeRecords(machine, 1)
    const url = await server.createDatabase()
    await move(machine.dataDir, url)
    await makeRecords(machine, 1)
    expect(await move(machine.dataDir, url)).toContain('sandboxes 2\n')
  })

  test('a database with newer records of the same installation is left as it is', async () => {
    const machine = await startControlMachine()
    await makeRecords(machine, 1)
    const url = await server.createDatabase()
    await move(machine.dataDir, url)
    const control = await machine.start({ CAY_DATABASE_URL: url })
    const body = { templateID: 'base', timeout: 3600 }
    expect((await control.call('POST', '/v2/sandboxes', { body })).status).toBe(201)
    await control.die()
    expect(await failToMove(machine.dataDir, url)).toBe(
      sentence('the database already holds newer records of this installation'),
    )
  })

  test("another installation's database is left as it is", async () => {
    const [ours, others] = [await startControlMachine(), await startControlMachine()]
    const url = await server.createDatabase()
    await makeRecords(others, 1)
    await move(others.dataDir, url)
    await makeRecords(ours, 1)
    expect(await failToMove(ours.dataDir, url)).toBe(
      sentence('the database holds the records of another installation'),
    )
  })

  test('a failure in the middle leaves the database without records', async () => {
    const machine = await startControlMachine()
    await makeRecords(machine, 1)
    const url = await server.createDatabase()
    await move(machine.dataDir, url)
    await server.query(url, 'truncate teams, templates, sandboxes, secrets, events, outbox cascade')
    await server.query(url, 'alter table sandboxes add constraint full_disk check (cpu_count < 0)')
    expect(await failToMove(machine.dataDir, url)).toBe(
      sentence('the server cannot be used (SQLSTATE 23514)'),
    )
    await server.query(url, 'alter table sandboxes drop constraint full_disk')
    expect(await move(machine.dataDir, url)).toContain('sandboxes 1\n')
  })

  test('a directory without records, and a setting without a server, are named', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'cay-no-records-'))
    onTestFinished(() => rm(empty, { recursive: true }))
    expect(await failToMove(empty, await server.createDatabase())).toMatch(
      / holds no records: CAY_DATA_DIR names /,
    )
    const machine = await startControlMachine()
    await makeRecords(machine, 1)
    expect(await failToMove(machine.dataDir, 'postgresql://cay:topsecret@127.0.0.1:1/there')).toBe(
      sentence('no PostgreSQL server answers there (ECONNREFUSED)'),
    )
  })
})
