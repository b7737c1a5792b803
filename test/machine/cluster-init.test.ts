/** A single machine moves its records into PostgreSQL while its sandboxes run. */
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { Sandbox } from 'e2b'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pointClientHere } from '../support/client.ts'
import { freePorts } from '../support/free-ports.ts'
import { Installation } from '../support/installation.ts'
import { oldestPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts'

describe.skipIf(!oldestPostgres.isInstalled)('with a server of its own', () => {
  let server: PostgresServer
  let installation: Installation
  let url: string
  let running: Sandbox
  let paused: Sandbox
  let pid: number
  let objects: string

  beforeAll(async () => {
    // Control, which is confined, reaches no Unix socket.
    const [port = 0] = await freePorts(1)
    objects = await mkdtemp(`${tmpdir()}/cay-cluster-init-`)
    server = await startPostgres(oldestPostgres, { port })
    url = await server.createDatabase()
    installation = await Installation.prepare('cluster-init')
    await installation.up()
    pointClientHere(await installation.endpoints())
    running = await Sandbox.create('base', { timeoutMs: 600_000 })
    pid = (await running.commands.run('sleep 100000', { background: true, timeoutMs: 0 })).pid
    paused = await Sandbox.create('base', { timeoutMs: 600_000 })
    await paused.files.write('/home/user/note', 'kept')
    await paused.pause()
  })

  afterAll(async () => {
    await installation?.remove()
    await server?.stop()
    await rm(objects, { recursive: true, force: true })
  })

  test('a machine that runs is left as it is, and told what to do', async () => {
    const { code, stderr } = await installation.cay('cluster', 'init', '--database', url)
    expect(code).toBe(1)
    expect(stderr).toMatch(/Cay runs in .* stop it with Ctrl-C or `kill \d+`, not with `cay down`/)
  })

  test('a database that cannot be used changes nothing', async () => {
    await installation.exited('SIGTERM')
    const { code, stderr } = await installation.cay(
      ...['cluster', 'init', '--database', 'postgresql://cay:topsecret@127.0.0.1:1/cay'],
    )
    expect(code).toBe(1)
    expect(stderr).toContain('no PostgreSQL server answers there (ECONNREFUSED)')
    expect(stderr).not.toContain('topsecret')
    expect(existsSync(`${installation.dataDir}/control/cay.db`)).toBe(true)
  })

  test('an object store that cannot be used changes nothing', async () => {
    const { code, stderr } = await installation.cay(
      ...['cluster', 'init', '--database', url, '--blobs', `file://${objects}/missing`],
    )
    expect(code).toBe(1)
    expect(stderr).toMatch(/missing of CAY_BLOBS_URL does not exist/)
    expect(existsSync(`${installation.dataDir}/control/cay.db`)).toBe(true)
  })

  test('the next start uses the database, and finds its sandboxes', async () => {
    const blobs = `file://${objects}`
    const { code, stdout, stderr } = await installation.cay(
      ...['cluster', 'init', '--database', url, '--blobs', blobs],
    )
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/\[1\/1\] records \.\.\. .*\d+ rows of \d+ tables\nstart it with `cay up`\n/)
    expect((await stat(`${installation.dataDir}/cluster.json`)).mode & 0o777).toBe(0o600)
    await installation.up()
    pointClientHere(await installation.endpoints())
    expect(existsSync(`${installation.dataDir}/control/cay.db`)).toBe(false)
    // At a new address of the proxy.
    const same = await Sandbox.connect(running.sandboxId)
    expect((await same.commands.list()).map((process) => process.pid)).toContain(pid)
    expect(await (await Sandbox.connect(paused.sandboxId)).files.read('/home/user/note')).toBe('kept')
    // What was there before is stored in the background.
    await expect.poll(() => readdir(`${objects}/s`).catch(() => []), { timeout: 120_000 }).not.toEqual([])
    const created = await Sandbox.create('base')
    expect((await created.commands.run('echo here')).stdout).toBe('here\n')
  })

  test('who is a member already is told so', async () => {
    await installation.exited('SIGTERM')
    const { code, stderr } = await installation.cay('cluster', 'init', '--database', url)
    expect(code).toBe(1)
    expect(stderr).toMatch(/is a member of a cluster already/)
    await installation.up()
  })
})
