/**
 * Control processes of different data directories over one database: what they do not find in it or in a setting they would not
 * have in common. The sockets of the one node are lent to both.
 */
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeSealer } from '@cay/control/edge/host/sealer.ts'
import { systemClock } from '@cay/control/edge/host/system-clock.ts'
import { openPostgresStore } from '@cay/control/edge/store/postgres/open-postgres-store.ts'
import type { KeyFile } from '@cay/control/ports/host.ts'
import { SimulatedBuilder } from '@cay/control/sim/simulated-builder.ts'
import { SimulatedObserver } from '@cay/control/sim/simulated-observer.ts'
import { startControl } from '@cay/control/start-control.ts'
import { compileRanges } from '@cay/core/egress/range-set.ts'
import { connectToVault } from '@cay/egress/edge/vault.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { createLogger } from '@cay/kit/log.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { oldestPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { SimulatedNode } from '../support/simulated-node.ts'
import { eventually } from '../system/control-world.ts'
import { type ControlProcess, startControlMachine } from './control-machine.ts'

const base = { body: { templateID: 'base', timeout: 3600, secure: true } }
const secretsKey = '5c'.repeat(32)

describe.skipIf(!oldestPostgres.isInstalled)('with a server of its own', () => {
  let server: PostgresServer

  beforeAll(async () => {
    server = await startPostgres(oldestPostgres)
  })
  afterAll(() => server.stop())

  async function startTwo() {
    const machine = await startControlMachine()
    const otherDir = await mkdtemp(join(tmpdir(), 'cay-control-apart-'))
    await symlink(dataLayout(machine.dataDir).run, dataLayout(otherDir).run)
    onTestFinished(() => rm(otherDir, { recursive: true }))
    const env = { CAY_DATABASE_URL: await server.createDatabase(), CAY_SECRETS_KEY: secretsKey }
    const a = await machine.start({ ...env, CAY_LOG_LEVEL: 'info' })
    const b = await machine.start({ ...env, CAY_LOG_LEVEL: 'info', CAY_DATA_DIR: otherDir })
    return { machine, otherDir, env, a, b }
  }

  async function create(control: ControlProcess) {
    const created = await control.call('POST', '/v2/sandboxes', base)
    expect(created.status).toBe(201)
    return created.body as { sandboxID: string; envdAccessToken: string }
  }

  test('either answers the same, with the same tokens', async () => {
    const { machine, otherDir, a, b } = await startTwo()
    const { sandboxID, envdAccessToken } = await create(a)
    const connected = await b.call('POST', `/sandboxes/${sandboxID}/connect`, { body: { timeout: 3600 } })
    expect(connected).toMatchObject({ status: 200, body: { sandboxID, envdAccessToken } })
    const token = await machine.readAdminToken()
    expect((await readFile(dataLayout(otherDir).adminTokenFile, 'utf8')).trim()).toBe(token)
    const both = async (path: string, headers: Record<string, string> = {}) => {
      const replies = [await a.call('GET', path, { headers }), await b.call('GET', path, { headers })]
      expect(replies.map(({ status }) => status)).toEqual([200, 200])
      return replies.map(({ body }) => body)
    }
    const paths = [
      ...[`/sandboxes/${sandboxID}`, '/v2/sandboxes', '/templates', '/api-keys', '/secrets', '/snapshots'],
      ...['/.well-known/jwks.json'],
    ]
    for (const path of paths) {
      const [ofA, ofB] = await both(path)
      expect([path, ofB]).toEqual([path, ofA])
    }
    const [ofA, ofB] = await both('/admin/teams', { 'x-admin-token': token })
    expect(ofB).toEqual(ofA)
  })

  test('a process that comes later takes the admin token over from the database', async () => {
    const { machine, otherDir, env, a, b } = await startTwo()
    const token = await machine.readAdminToken()
    await b.die()
    await a.die()
    await rm(dataLayout(otherDir).control, { recursive: true })
    const again = await machine.start({ ...env, CAY_DATA_DIR: otherDir })
    const headers = { 'x-admin-token': token }
    expect((await again.call('GET', '/admin/teams', { headers })).status).toBe(200)
  })

  test('the process of another directory follows the node, and resolves secrets, when the first dies', async () => {
    const { machine, a, b } = await startTwo()
    const leads = ({ lines }: ControlProcess) => lines.some(({ event }) => event === 'replica.leading')
    await expect.poll(() => leads(a)).toBe(true)
    const secret = await a.call('POST', '/secrets', { body: { name: 'TOKEN', value: 'a-value' } })
    expect(secret.status).toBe(201)
    const { sandboxID } = await create(a)
    const { sandboxID: crashing } = await create(a)
    await a.die()
    machine.node.crash(crashing)
    await eventually(async () => expect((await b.call('GET', `/sandboxes/${crashing}`)).status).toBe(404))
    await expect.poll(() => leads(b)).toBe(true)
    const vault = connectToVault(dataLayout(machine.dataDir).vaultSocket)
    expect(await vault.resolveValues(sandboxID, { secrets: ['TOKEN'], tokens: [] })).toMatchObject({
      secrets: [{ value: 'a-value' }],
    })
  })
  test('an upload link that one signed is accepted by the other, once', async () => {
    const url = await server.createDatabase()
    const node = new SimulatedNode(systemClock)
    const builder = new SimulatedBuilder()
    const start = async () => {
      const control = await startControl({
        ...{ store: await openPostgresStore(url), orchestrator: node.client, builder, clock: systemClock },
        ...{
          observer: new SimulatedObserver(),
          resolveHost: async () => [],
          postWebhook: async () => ({ error: 'there is no network' }),
          listen: { host: '127.0.0.1', port: 0 },
        },
        ...{ keyFile: keyInMemory(), adminTokenFile: keyInMemory(), log: createLogger('control', 'silent') },
        sealer: makeSealer(Buffer.from(secretsKey, 'hex')),
        settings: {
          ...{ apiKey, eventDays: 90, maxSandboxHours: 24, domain: null },
          webhooks: { retries: 'day', allowed: compileRanges([]) },
          identity: { trustDomain: 'cay.test', issuer: undefined },
          trustedProxies: compileRanges([]),
        },
      })
      onTestFinished(() => control.stop())
      return control.url
    }
    const [a, b] = [await start(), await start()]
    const headers = { 'x-api-key': apiKey }
    const requested = await fetch(`${a}/v3/templates`, {
      ...{ method: 'POST', headers, body: JSON.stringify({ name: 'app', cpuCount: 1, memoryMB: 512 }) },
    })
    const { templateID } = (await requested.json()) as { templateID: string }
    const link = await fetch(`${a}/templates/${templateID}/files/${'a'.repeat(64)}`, { headers })
    const { url: path } = (await link.json()) as { url: string }
    const upload = async () =>
      (await fetch(path.replace(a, b), { method: 'PUT', body: Buffer.from('an archive') })).status
    expect([path.startsWith(a), await upload(), await upload()]).toEqual([true, 200, 403])
    expect([...builder.files.values()].map(String)).toEqual(['an archive'])
  })
})

const apiKey = `e2b_${'0'.repeat(40)}`

function keyInMemory(): KeyFile {
  let kept: string | undefined
  return {
    read: async () => kept,
    write: async (key) => {
      kept = key
    },
    create: async (key) => {
      kept ??= key
      return kept
    },
  }
}
