/**
 * PostgreSQL is restarted again and again under load, and the object store is away for a while. CAY_TEST_LONG=1 restarts it 20
 * times, with the store away for a minute, and prints what was answered.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgresStore } from '@cay/control/edge/store/postgres/open-postgres-store.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { describe, expect, test, vi } from 'vitest'
import { OutageLoad } from '../support/outage-load.ts'
import { oldestPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts'
import {
  type ControlMachine,
  type ControlProcess,
  limitTeam,
  startControlMachine,
} from './control-machine.ts'

const isLong = process.env.CAY_TEST_LONG === '1'
const { restarts, storeAwayMs } = isLong
  ? { restarts: 20, storeAwayMs: 60_000 }
  : { restarts: 5, storeAwayMs: 1_500 }
/** Calls that have to be answered between two restarts. */
const answeredBetween = 15
const clients = 10
/** Fewer than clients, so that some are always refused. */
const runningMax = 8

describe.skipIf(!oldestPostgres.isInstalled)('with a server of its own', () => {
  test('restarts of PostgreSQL and an outage of the object store lose nothing, and quotas stay exact', {
    timeout: isLong ? 1_200_000 : 600_000,
  }, async () => {
    const server = await startPostgres(oldestPostgres)
    try {
      const url = await server.createDatabase()
      const machine = await startControlMachine()
      const controls = [
        await machine.start({ CAY_DATABASE_URL: url }),
        await machine.start({ CAY_DATABASE_URL: url }),
      ] as const
      await limitTeam(machine, controls[0], runningMax)
      const running = watchRunning(machine)
      let turn = 0
      const load = new OutageLoad((method, path, body) => {
        const control = controls[turn++ % 2] ?? controls[0]
        return control.call(method, path, body === undefined ? {} : { body })
      })
      const loaded = load.run(clients)
      await restartAgainAndAgain(server, load)
      await storeOutage(machine, load, storeAwayMs)
      load.end()
      const { wrong, promised, statuses } = await loaded
      if (isLong) console.log(JSON.stringify({ restarts, storeAwayMs, statuses }))
      expect(wrong).toEqual([])
      const [onNode, listedThere] = [() => listNode(machine), () => listAll(controls[0])]
      await vi.waitFor(async () => expect(await onNode()).toEqual(await listedThere()), { timeout: 60_000 })
      const listed = new Map(await listAll(controls[1]))
      const lost = [...promised].filter(([id, state]) => (listed.get(id) ?? 'gone') !== state)
      expect(lost).toEqual([])
      expect(running.peak).toBeLessThanOrEqual(runningMax)
      await operationsAreOver(url)
      expect(await fill(controls[0], machine)).toBe(runningMax)
    } finally {
      await server.stop()
    }
  })
})

/** In turns as an operator restarts it and as a crash does. */
async function restartAgainAndAgain(server: PostgresServer, load: OutageLoad): Promise<void> {
  for (let count = 0; count < restarts; count++) {
    const before = load.answered
    await expect.poll(() => load.answered, { interval: 50 }).toBeGreaterThan(before + answeredBetween)
    await (count % 2 === 0 ? server.crash() : server.shutDown())
    await server.start()
  }
}

/** As the node answers then: what it cannot store goes on running. */
async function storeOutage({ node }: ControlMachine, load: OutageLoad, ms: number): Promise<void> {
  node.during = async (verb) => {
    if (verb === 'pause')
      throw new ServiceError('store_unavailable', 'the object store cannot be used: it does not answer')
  }
  await sleep(ms)
  node.during = async () => undefined
  const before = load.answered
  await expect.poll(() => load.answered, { interval: 50 }).toBeGreaterThan(before + answeredBetween)
}

function watchRunning({ node }: ControlMachine): { readonly peak: number } {
  const { orchestrator } = node
  const seen = { peak: 0 }
  orchestrator.beforeCall = async ({ method }) => {
    if (method === 'createSandbox') await node.beforeCreate()
    const running = orchestrator.node.registry.views().filter(isRunning).length
    seen.peak = Math.max(seen.peak, running)
  }
  return seen
}

function isRunning({ phase }: { readonly phase: string }): boolean {
  return phase !== 'ended' && phase !== 'paused'
}

async function listNode({ node }: ControlMachine): Promise<string[][]> {
  const all = await node.client.listSandboxes()
  return all.flatMap(({ sandboxId, phase }) => (phase === 'ended' ? [] : [[sandboxId, phase]])).sort()
}

async function listAll(control: ControlProcess): Promise<[string, string][]> {
  const found: [string, string][] = []
  for (let token: string | null = ''; token !== null; ) {
    const path: string = `/v2/sandboxes?state=running,paused&limit=100${token === '' ? '' : `&nextToken=${token}`}`
    const reply = await control.call('GET', path)
    expect(reply.status).toBe(200)
    for (const { sandboxID, state } of reply.body as { sandboxID: string; state: string }[])
      found.push([sandboxID, state])
    token = reply.headers.get('x-next-token')
  }
  return found.sort()
}

async function operationsAreOver(url: string): Promise<void> {
  const store = await openPostgresStore(url)
  try {
    await expect.poll(() => store.listOperations(), { timeout: 60_000 }).toEqual([])
  } finally {
    await store.close()
  }
}

/** Creates until the quota refuses; returns how many run then. */
async function fill(control: ControlProcess, machine: ControlMachine): Promise<number> {
  for (let count = 0; count <= runningMax; count++) {
    const reply = await control.call('POST', '/v2/sandboxes', { body: { templateID: 'base', timeout: 3600 } })
    if (reply.status === 429) break
    expect(reply.status).toBe(201)
  }
  return (await listNode(machine)).filter(([, phase]) => phase !== 'paused').length
}
