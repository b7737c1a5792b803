/** Several control processes over one PostgreSQL and one node, as their clients see them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oldestPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { eventually, hold, holdCreates } from '../system/control-world.ts'
import { type ControlMachine, type ControlProcess, startControlMachine } from './control-machine.ts'

const base = { body: { templateID: 'base', timeout: 3600 } }

describe.skipIf(!oldestPostgres.isInstalled)('with a server of its own', () => {
  let server: PostgresServer

  beforeAll(async () => {
    server = await startPostgres(oldestPostgres)
  })
  afterAll(() => server.stop())

  async function startTwo(): Promise<{ machine: ControlMachine; a: ControlProcess; b: ControlProcess }> {
    const machine = await startControlMachine()
    const env = { CAY_DATABASE_URL: await server.createDatabase() }
    return { machine, a: await machine.start(env), b: await machine.start(env) }
  }

  async function create(control: ControlProcess): Promise<string> {
    const created = await control.call('POST', '/v2/sandboxes', base)
    expect(created.status).toBe(201)
    return (created.body as { sandboxID: string }).sandboxID
  }

  /** Opens as many connections to the database as the requests of a test need: none waits for one then. */
  async function connectToDatabase(control: ControlProcess, id: string): Promise<void> {
    await Promise.all(Array.from({ length: 3 }, () => control.call('GET', `/sandboxes/${id}`)))
  }

  test('a pause that one process is asked for is joined by a request to another', async () => {
    const { machine, a, b } = await startTwo()
    const id = await create(a)
    await connectToDatabase(b, id)
    const held = hold(machine, 'pause')
    const first = a.call('POST', `/sandboxes/${id}/pause`)
    await held.reached
    const second = b.call('POST', `/sandboxes/${id}/pause`)
    const connected = b.call('POST', `/sandboxes/${id}/connect`, { body: { timeout: 60 } })
    expect(await b.call('GET', `/sandboxes/${id}`)).toMatchObject({ body: { state: 'paused' } })
    expect((await b.call('POST', `/sandboxes/${id}/fork`, { body: { timeout: 60 } })).status).toBe(409)
    held.release()
    expect([(await first).status, (await second).status]).toEqual([204, 204])
    expect((await connected).status).toBe(201)
    expect(held.count).toBe(1)
  })

  test('resumes that several processes are asked for are one on the node, and each has its timeout', async () => {
    const { machine, a, b } = await startTwo()
    const id = await create(a)
    expect((await a.call('POST', `/sandboxes/${id}/pause`)).status).toBe(204)
    await connectToDatabase(b, id)
    const held = hold(machine, 'resume')
    const first = a.call('POST', `/sandboxes/${id}/resume`, { body: { timeout: 60 } })
    await held.reached
    const others = [
      b.call('POST', `/sandboxes/${id}/resume`, { body: { timeout: 1800 } }),
      b.call('POST', `/sandboxes/${id}/connect`, { body: { timeout: 600 } }),
    ]
    const filesOnly = { body: { timeout: 60, memory: false } }
    // The second response comes when the others, which were sent before the first, have read the row.
    for (let count = 0; count < 2; count++)
      expect((await b.call('POST', `/sandboxes/${id}/resume`, filesOnly)).status).toBe(409)
    held.release()
    expect((await first).status).toBe(201)
    for (const reply of await Promise.all(others)) expect([200, 201]).toContain(reply.status)
    expect(machine.node.orchestrator.calls.get('resumeSandbox')).toBe(1)
    const { body } = await a.call('GET', `/sandboxes/${id}`)
    const left = Date.parse((body as { endAt: string }).endAt) - Date.now()
    expect(left).toBeGreaterThan(1_500_000)
  })

  test('creates with one key that several processes are asked for make one sandbox', async () => {
    const { machine, a, b } = await startTwo()
    const keyed = { ...base, headers: { 'idempotency-key': 'job-1' } }
    const held = holdCreates(machine)
    const first = a.call('POST', '/v2/sandboxes', keyed)
    await held.reached
    const others = [b, b, a].map((control) => control.call('POST', '/v2/sandboxes', keyed))
    const other = { headers: keyed.headers, body: { ...base.body, timeout: 60 } }
    expect((await b.call('POST', '/v2/sandboxes', other)).status).toBe(422)
    held.release()
    const replies = await Promise.all([first, ...others])
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(replies.map(({ body }) => (body as { sandboxID: string }).sandboxID)).size).toBe(1)
    expect(machine.node.orchestrator.calls.get('createSandbox')).toBe(1)
  })

  test('a create whose process dies in the middle is made once by the request that is sent again to another', async () => {
    const { machine, a, b } = await startTwo()
    const keyed = { ...base, headers: { 'idempotency-key': 'job-1' } }
    const held = holdCreates(machine, { isOnce: true })
    const broken = expect(a.call('POST', '/v2/sandboxes', keyed)).rejects.toThrow()
    await held.reached
    await a.die()
    await broken
    held.release()
    // Waits for the lease of the dead process, for longer than one request may.
    let again = await b.call('POST', '/v2/sandboxes', keyed)
    while (again.status === 409) again = await b.call('POST', '/v2/sandboxes', keyed)
    expect(again.status).toBe(201)
    await eventually(async () => {
      const living = await machine.node.client.listSandboxes()
      expect(living.filter(({ phase }) => phase !== 'ended')).toHaveLength(1)
    })
  })

  test('a kill does not wait for a resume of another process, and is final', async () => {
    const { machine, a, b } = await startTwo()
    const id = await create(a)
    await a.call('POST', `/sandboxes/${id}/pause`)
    const held = hold(machine, 'resume')
    const resumed = a.call('POST', `/sandboxes/${id}/resume`, { body: { timeout: 60 } })
    await held.reached
    const killed = b.call('DELETE', `/sandboxes/${id}`)
    await eventually(async () => expect((await a.call('GET', `/sandboxes/${id}`)).status).toBe(404))
    held.release()
    expect([(await resumed).status, (await killed).status]).toEqual([404, 204])
    expect((await machine.node.client.listSandboxes()).filter(({ phase }) => phase !== 'ended')).toEqual([])
  })

  test('a key that was deleted through one process is refused by the others', async () => {
    const { a, b } = await startTwo()
    const made = await a.call('POST', '/api-keys', { body: { name: 'short-lived' } })
    const { key, id } = made.body as { key: string; id: string }
    expect((await b.call('GET', '/v2/sandboxes', { key })).status).toBe(200)
    expect((await a.call('DELETE', `/api-keys/${id}`)).status).toBe(204)
    await eventually(async () => expect((await b.call('GET', '/v2/sandboxes', { key })).status).toBe(401))
  })

  test('when the process that follows the node dies another one follows it', async () => {
    const { machine, a, b } = await startTwo()
    const id = await create(b)
    await a.die()
    machine.node.crash(id)
    await eventually(async () => expect((await b.call('GET', `/sandboxes/${id}`)).status).toBe(404))
  })

  test('a pause whose process dies in the middle is over when the node has finished it', async () => {
    const { machine, a, b } = await startTwo()
    const id = await create(a)
    const held = hold(machine, 'pause')
    const broken = expect(a.call('POST', `/sandboxes/${id}/pause`)).rejects.toThrow()
    await held.reached
    await a.die()
    await broken
    held.release()
    // Waits for the lease of the dead process.
    const resumed = await b.call('POST', `/sandboxes/${id}/resume`, { body: { timeout: 60 } })
    expect(resumed.status).toBe(201)
    expect((await b.call('DELETE', `/sandboxes/${id}`)).status).toBe(204)
  })

  test('a process whose clock is ahead takes nothing over from those that live, and warns', async () => {
    const machine = await startControlMachine()
    const env = { CAY_DATABASE_URL: await server.createDatabase(), CAY_LOG_LEVEL: 'info' }
    const a = await machine.start(env)
    const leads = ({ lines }: ControlProcess) => lines.some(({ event }) => event === 'replica.leading')
    await expect.poll(() => leads(a)).toBe(true)
    // Longer than any lease.
    const b = await machine.start({ ...env, NODE_OPTIONS: clockAhead(20_000) })
    const warned = () => b.lines.find(({ event }) => event === 'clock.differs')
    await expect.poll(warned).toBeDefined()
    expect(warned()?.differenceMs).toBeGreaterThan(19_000)
    const id = await create(a)
    const held = hold(machine, 'pause')
    const paused = a.call('POST', `/sandboxes/${id}/pause`)
    await held.reached
    const refused = await b.call('POST', `/sandboxes/${id}/fork`, { body: { timeout: 60 } })
    expect(refused.status).toBe(409)
    const connected = b.call('POST', `/sandboxes/${id}/connect`, { body: { timeout: 60 } })
    expect(machine.node.orchestrator.calls.get('resumeSandbox')).toBeUndefined()
    held.release()
    expect([(await paused).status, (await connected).status]).toEqual([204, 201])
    expect(leads(b)).toBe(false)
  })

  test('each of several processes admits its share of the rate limit', async () => {
    const { machine, a, b } = await startTwo()
    const token = await machine.readAdminToken()
    const admin = { 'x-admin-token': token }
    const { body: teams } = await a.call('GET', '/admin/teams', { headers: admin })
    const [team] = teams as { teamID: string }[]
    const body = { requestsPerMinute: 600 }
    const path = `/admin/teams/${team?.teamID}`
    expect((await a.call('PATCH', path, { body, headers: admin })).status).toBe(200)
    await eventually(async () => {
      for (const control of [a, b]) {
        const { headers } = await control.call('GET', '/v2/sandboxes')
        expect(headers.get('ratelimit-limit')).toBe('300')
      }
    })
  })
})

/** Options of Node with which a process takes the time for later than it is. */
function clockAhead(ms: number): string {
  const source = `const now = Date.now; Date.now = () => now() + ${ms}`
  return `--import=data:text/javascript,${encodeURIComponent(source)}`
}
