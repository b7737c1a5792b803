/** Control on PostgreSQL: what it says when it cannot start there, and what it answers while the server is away. */
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openPostgresStore } from '@cay/control/edge/store/postgres/open-postgres-store.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { guardedUser, oldestPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { eventually } from '../system/control-world.ts'
import { endProcess, forkControl, limitTeam, startControlMachine } from './control-machine.ts'

const base = { body: { templateID: 'base', timeout: 3600 } }

describe.skipIf(!oldestPostgres.isInstalled)('with a server of its own', () => {
  let server: PostgresServer

  beforeAll(async () => {
    server = await startPostgres(oldestPostgres)
  })
  afterAll(() => server.stop())

  /** What control prints, of either stream, when it ends by itself. */
  async function failToStart(
    env: Record<string, string>,
    prepare: (dataDir: string) => Promise<void> = async () => undefined,
  ): Promise<{ code: number; said: string }> {
    const dataDir = await mkdtemp(join(tmpdir(), 'cay-control-postgres-'))
    await prepare(dataDir)
    const child = forkControl(dataDir, { CAY_LOG_LEVEL: 'trace', ...env }, 'pipe')
    onTestFinished(async () => {
      await endProcess(child)
      await rm(dataDir, { recursive: true })
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        said += String(chunk)
      })
    const [code] = await once(child, 'close')
    return { code, said }
  }

  const asUser = (url: string, user: string, password: string) =>
    url.replace('//cay@', `//${user}:${password}@`)
  const sentence = (reason: string) => `CAY_DATABASE_URL="(not shown)" is not valid: ${reason}\n`

  test('what the node did while the database crashed is recorded when it is back, and blocks nobody', async () => {
    const machine = await startControlMachine()
    const env = { CAY_DATABASE_URL: await server.createDatabase() }
    const first = await machine.start(env)
    const second = await machine.start(env)
    let started = Promise.resolve()
    const crashAndReturn = async () => {
      await started
      await server.crash()
      started = server.start()
      // Whoever crashes it next is told.
      started.catch(() => undefined)
    }
    machine.node.beforeCreate = crashAndReturn
    const created = await first.call('POST', '/v2/sandboxes', base)
    expect(created.status).toBe(201)
    machine.node.beforeCreate = async () => undefined
    const { sandboxID } = created.body as { sandboxID: string }
    machine.node.during = crashAndReturn
    expect((await first.call('POST', `/sandboxes/${sandboxID}/pause`)).status).toBe(204)
    machine.node.during = async () => undefined
    const resumed = await second.call('POST', `/sandboxes/${sandboxID}/connect`, { body: { timeout: 60 } })
    expect(resumed).toMatchObject({ status: 201 })
  })

  test('a create in progress counts towards the quota also when the database crashes, so a team never runs one too many', async () => {
    const machine = await startControlMachine()
    const control = await machine.start({ CAY_DATABASE_URL: await server.createDatabase() })
    await limitTeam(machine, control, 1)
    const mayGoOn = Promise.withResolvers<void>()
    const crashed = Promise.withResolvers<void>()
    machine.node.beforeCreate = async () => {
      machine.node.beforeCreate = async () => undefined
      await server.crash()
      await server.start()
      crashed.resolve()
      await mayGoOn.promise
    }
    const first = control.call('POST', '/v2/sandboxes', base)
    await crashed.promise
    await expect.poll(async () => (await control.call('GET', '/v2/sandboxes')).status).toBe(200)
    const second = await control.call('POST', '/v2/sandboxes', base)
    mayGoOn.resolve()
    expect(second.status).toBe(429)
    expect((await first).status).toBe(201)
  })

  test('a sandbox that was created on PostgreSQL is there after a restart of control', async () => {
    const machine = await startControlMachine()
    const env = { CAY_DATABASE_URL: await server.createDatabase() }
    const first = await machine.start(env)
    const created = await first.call('POST', '/v2/sandboxes', base)
    expect(created.status).toBe(201)
    await first.die()
    const second = await machine.start(env)
    const { sandboxID } = created.body as { sandboxID: string }
    expect(await second.call('GET', `/sandboxes/${sandboxID}`)).toMatchObject({
      status: 200,
      body: { state: 'running' },
    })
  })

  test.each([
    { name: 'is no URL', url: 'somewhere' },
    { name: 'is of another database', url: 'mysql://cay:topsecret@db.example/cay' },
    { name: 'names no database', url: 'postgresql://cay:topsecret@db.example' },
  ])('a setting that $name ends the start with one sentence', async ({ url }) => {
    expect(await failToStart({ CAY_DATABASE_URL: url })).toEqual({
      code: 78,
      said: sentence('postgresql://USER:PASSWORD@HOST:PORT/DATABASE'),
    })
  })

  test('a server that stays away ends the start with one sentence without the URL', async () => {
    const url = 'postgresql://cay:topsecret@127.0.0.1:1/installation'
    const reasons: string[] = []
    const opened = openPostgresStore(url, { waitMsMax: 600, onWaiting: (reason) => reasons.push(reason) })
    const reason = 'no PostgreSQL server answers there (ECONNREFUSED)'
    await expect(opened).rejects.toThrow(sentence(reason).trim())
    expect(reasons).toEqual(['ECONNREFUSED'])
  })

  test('a server that is started after control is waited for, and this is said', async () => {
    const machine = await startControlMachine()
    const url = await server.createDatabase()
    await server.crash()
    const child = forkControl(machine.dataDir, { CAY_DATABASE_URL: url, CAY_LOG_LEVEL: 'info' }, 'pipe')
    onTestFinished(() => endProcess(child))
    if (child.stdout === null) throw new Error('control has no output')
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const ready = once(child, 'message')
    const waiting = await lines.next()
    expect(JSON.parse(String(waiting.value))).toMatchObject({
      ...{ level: 'warn', event: 'database.waiting', reason: expect.stringMatching(/^E[A-Z]+$/) },
      msg: 'waiting for PostgreSQL, for 60 s at most',
    })
    await server.start()
    expect(await ready).toMatchObject([{ kind: 'ready' }, undefined])
  })

  test('control whose records were moved does not begin anew on SQLite when the setting is gone', async () => {
    const moved = async (dataDir: string) => {
      const { control, database } = dataLayout(dataDir)
      await mkdir(control)
      await writeFile(`${database}.moved`, '')
    }
    const { code, said } = await failToStart({}, moved)
    expect(code).toBe(78)
    expect(said).toMatch(
      /^CAY_DATABASE_URL="\(not set\)" is not valid: the records were moved to PostgreSQL, and .*cluster\.json.*\n$/,
    )
  })

  test('a host name that does not exist ends the start with one sentence without it', async () => {
    const url = 'postgresql://cay:topsecret@db.invalid/installation'
    const { code, said } = await failToStart({ CAY_DATABASE_URL: url })
    expect(code).toBe(78)
    expect(said).toMatch(
      /^CAY_DATABASE_URL="\(not shown\)" is not valid: no PostgreSQL server answers there \(E[A-Z_]+\)\n$/,
    )
  })

  test('a wrong password ends the start with one sentence without it', async () => {
    const url = await server.createDatabase()
    await server.query(url, `create role ${guardedUser} login password 'right'`)
    expect(await failToStart({ CAY_DATABASE_URL: asUser(url, guardedUser, 'topsecret') })).toEqual({
      code: 78,
      said: sentence('the server refuses its user or password (SQLSTATE 28P01)'),
    })
    const without = url.replace('//cay@', `//${guardedUser}@`)
    expect(await failToStart({ CAY_DATABASE_URL: without })).toEqual({
      code: 78,
      said: sentence('the server asks for a password'),
    })
  })

  test('a database that does not exist ends the start with one sentence', async () => {
    const url = (await server.createDatabase()).replace(/test_\d+/, 'missing')
    expect(await failToStart({ CAY_DATABASE_URL: url })).toEqual({
      code: 78,
      said: sentence('the server has no database of that name (SQLSTATE 3D000)'),
    })
  })

  test('a user without the right to create tables ends the start with one sentence', async () => {
    const url = await server.createDatabase()
    await server.query(url, 'create role reader login')
    expect(await failToStart({ CAY_DATABASE_URL: url.replace('//cay@', '//reader@') })).toEqual({
      code: 78,
      said: sentence(
        'its user has no right to use or to create the tables of Cay in that database (SQLSTATE 42501)',
      ),
    })
  })

  test('control starts beside a later version that has only added to the schema', async () => {
    const machine = await startControlMachine()
    const url = await server.createDatabase()
    await (await machine.start({ CAY_DATABASE_URL: url })).die()
    await server.query(url, "insert into kysely_migration values ('998-later', '2030-01-01')")
    await (await machine.start({ CAY_DATABASE_URL: url })).die()
  })

  test('a schema from which a later version took something ends the start with one sentence', async () => {
    const machine = await startControlMachine()
    const url = await server.createDatabase()
    await (await machine.start({ CAY_DATABASE_URL: url })).die()
    await server.query(
      url,
      "insert into kysely_migration values ('999-contract-since-998-names', '2030-01-01')",
    )
    expect(await failToStart({ CAY_DATABASE_URL: url })).toEqual({
      code: 78,
      said: sentence(
        "a later version of Cay wrote the database (its schema has '999-contract-since-998-names')",
      ),
    })
  })

  test('the secrets key of another installation ends the start with one sentence', async () => {
    const machine = await startControlMachine()
    const url = await server.createDatabase()
    await (await machine.start({ CAY_DATABASE_URL: url })).die()
    const { code, said } = await failToStart({ CAY_DATABASE_URL: url, CAY_SECRETS_KEY: '17'.repeat(32) })
    expect(code).toBe(78)
    expect(said).toMatch(
      /^CAY_SECRETS_KEY="\(not shown\)" is not valid: the database was written with another key.*\n$/,
    )
    expect(said).not.toContain('1717')
  })

  test('processes that start at once on an empty database all start', async () => {
    const machine = await startControlMachine()
    const env = { CAY_DATABASE_URL: await server.createDatabase() }
    const controls = await Promise.all([1, 2, 3].map(() => machine.start(env)))
    const lists = await Promise.all(controls.map((control) => control.call('GET', '/v2/sandboxes')))
    expect(lists.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('while the server is away requests get 503 with a reason, and afterwards all is there', async () => {
    const machine = await startControlMachine()
    const control = await machine.start({ CAY_DATABASE_URL: await server.createDatabase() })
    const created = await control.call('POST', '/v2/sandboxes', base)
    const { sandboxID } = created.body as { sandboxID: string }
    await server.crash()
    const calls = [
      control.call('GET', `/sandboxes/${sandboxID}`),
      control.call('GET', '/v2/sandboxes'),
      control.call('POST', '/v2/sandboxes', base),
      control.call('DELETE', `/sandboxes/${sandboxID}`),
    ]
    for (const reply of await Promise.all(calls)) {
      expect(reply).toMatchObject({
        status: 503,
        body: { code: 503, message: 'the database does not answer' },
      })
      expect(reply.headers.get('retry-after')).toBe('1')
    }
    await server.start()
    await eventually(async () => {
      const found = await control.call('GET', `/sandboxes/${sandboxID}`)
      expect(found).toMatchObject({ status: 200, body: { state: 'running' } })
    })
    expect((await control.call('DELETE', `/sandboxes/${sandboxID}`)).status).toBe(204)
  })
})
