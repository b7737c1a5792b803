import { NotFoundError, Sandbox } from 'e2b'
import { describe, expect, test } from 'vitest'
import { eventually, field, firstKey, hold, type Reply, startWorld, type World } from './control-world.ts'

const fork = (world: World, id: string, body?: object): Promise<Reply> =>
  world.call('POST', `/sandboxes/${id}/fork`, body === undefined ? {} : { body })

describe.each([
  ['fork', {}],
  ['snapshots', {}],
])('while a sandbox is captured for POST …/%s', (path, body) => {
  test.each([
    ['timeout', { timeout: 900 }, 204],
    ['timeout', { timeout: 300 }, 204],
    ['refreshes', { duration: 900 }, 204],
    ['connect', { timeout: 900 }, 200],
  ])('%s with %j moves its end at once, and it stays moved', async (verb, wanted, status) => {
    const world = await startWorld()
    const id = await world.create({ timeout: 600 })
    const held = hold(world, 'capture')
    const captured = world.call('POST', `/sandboxes/${id}/${path}`, { body })
    await held.reached
    expect((await world.call('POST', `/sandboxes/${id}/${verb}`, { body: wanted })).status).toBe(status)
    const [seconds = 0] = Object.values(wanted)
    const endAt = new Date(world.clock.nowMs() + seconds * 1000).toISOString()
    const show = async () => (await world.call('GET', `/sandboxes/${id}`)).body
    expect(await show()).toMatchObject({ state: 'running', endAt })
    held.release()
    expect((await captured).status).toBe(201)
    expect(await show()).toMatchObject({ state: 'running', endAt })
    await world.clock.advance(1000)
    expect(await show()).toMatchObject({ state: 'running', endAt })
  })
})

interface Entry {
  readonly sandbox?: { readonly sandboxID: string; readonly envdAccessToken?: string }
  readonly error?: { readonly code: number; readonly message: string }
}

const entriesOf = ({ body }: Reply) => body as Entry[]
const idsOf = (reply: Reply) => entriesOf(reply).flatMap(({ sandbox }) => sandbox?.sandboxID ?? [])

test('makes as many sandboxes as asked for, each with an id and a token of its own', async () => {
  const world = await startWorld()
  const { call, clock, node } = world
  const network = { denyOut: ['1.1.1.1'] }
  const created = await call('POST', '/v2/sandboxes', {
    body: { templateID: 'base', timeout: 600, metadata: { a: '1' }, envVars: { A: 'b' }, network },
  })
  const source = field(created.body, 'sandboxID')
  const before = await call('GET', `/sandboxes/${source}`)
  await clock.advance(10)
  const forked = await fork(world, source, { count: 3, timeout: 60 })
  expect(forked.status).toBe(201)
  const ids = idsOf(forked)
  expect(new Set([...ids, source]).size).toBe(4)
  const tokens = entriesOf(forked).map(({ sandbox }) => sandbox?.envdAccessToken)
  expect(new Set([...tokens, field(created.body, 'envdAccessToken')]).size).toBe(4)
  for (const id of ids) {
    expect((await call('GET', `/sandboxes/${id}`)).body).toMatchObject({
      templateID: 'basebasebasebasebase',
      alias: 'base',
      state: 'running',
      metadata: { a: '1' },
      network,
      startedAt: new Date(clock.nowMs()).toISOString(),
      endAt: new Date(clock.nowMs() + 60_000).toISOString(),
    })
    expect(node.requests.get(id)).toMatchObject({ keepsEnvVars: true, egress: { ...network, allowOut: [] } })
  }
  expect((await call('GET', `/sandboxes/${source}`)).body).toEqual(before.body)
  expect((await call('GET', '/v2/sandboxes')).headers.get('x-total-running')).toBe('4')
})

test('takes one capture, which is gone when the copies are there', async () => {
  const world = await startWorld()
  const held = hold(world, 'capture')
  const forking = fork(world, await world.create(), { count: 10 })
  await held.reached
  held.release()
  expect(idsOf(await forking)).toHaveLength(10)
  expect(held.count).toBe(1)
  await eventually(async () => expect([...world.node.snapshots.keys()]).toEqual([]))
  expect((await world.call('GET', '/snapshots')).body).toEqual([])
})

test('without a body makes one that lives 15 seconds', async () => {
  const world = await startWorld()
  const [id = ''] = idsOf(await fork(world, await world.create()))
  const endAt = Date.parse(field((await world.call('GET', `/sandboxes/${id}`)).body, 'endAt'))
  expect(endAt - world.clock.nowMs()).toBe(15_000)
})

test('passes on what becomes of the source at its end, and who may be reached now', async () => {
  const world = await startWorld()
  const query = {
    autoPause: true,
    autoResume: { enabled: true },
    timeout: 1000,
    allow_internet_access: false,
  }
  const source = await world.create(query)
  await world.call('PUT', `/sandboxes/${source}/network`, { body: { denyOut: ['9.9.9.9'] } })
  const [id = ''] = idsOf(await fork(world, source, { timeout: 5 }))
  const told = world.node.requests.get(id)
  expect(told?.lifecycle).toEqual(world.node.requests.get(source)?.lifecycle)
  expect(told?.egress).toEqual({ allowOut: [], denyOut: ['9.9.9.9'] })
  await world.clock.advance(5000)
  await eventually(async () =>
    expect((await world.call('GET', `/sandboxes/${id}`)).body).toMatchObject({ state: 'paused' }),
  )
})

test('of an unsecured sandbox makes unsecured ones', async () => {
  const world = await startWorld()
  const created = await world.call('POST', '/sandboxes', { body: { templateID: 'base' } })
  const [entry] = entriesOf(await fork(world, field(created.body, 'sandboxID')))
  expect(entry?.sandbox).not.toHaveProperty('envdAccessToken')
})

describe('what goes wrong', () => {
  test('with one copy is told of that copy alone', async () => {
    const world = await startWorld()
    const source = await world.create()
    world.node.room = 3
    const forked = await fork(world, source, { count: 4 })
    expect(forked.status).toBe(201)
    expect(idsOf(forked)).toHaveLength(2)
    const errors = entriesOf(forked).flatMap(({ error }) => error ?? [])
    expect(errors).toHaveLength(2)
    for (const error of errors)
      expect(error).toEqual({
        code: 503,
        message: expect.stringContaining('no room'),
        error_code: 'sandbox_capacity_unavailable',
      })
    expect((await world.call('GET', '/v2/sandboxes')).body).toHaveLength(3)
  })

  test('with the capture leaves no copy, and the source runs', async () => {
    const world = await startWorld()
    const source = await world.create()
    const held = hold(world, 'capture')
    const forking = fork(world, source, { count: 2 })
    await held.reached
    held.release(new Error('a secret detail'))
    expect(await forking).toMatchObject({
      status: 500,
      body: { message: expect.stringMatching(/^internal error \(request [\w-]+\)$/) },
    })
    expect((await world.call('GET', '/v2/sandboxes')).body).toHaveLength(1)
    expect(world.node.snapshots.size).toBe(0)
  })

  test('a fork that lives for no time is refused', async () => {
    const world = await startWorld()
    const refused = await fork(world, await world.create(), { timeout: 0 })
    expect(refused).toMatchObject({
      status: 400,
      body: { message: 'timeout must be greater than 0 seconds' },
    })
  })

  test('a source that ends in the middle is 404, and nothing is left', async () => {
    const world = await startWorld()
    const source = await world.create()
    const held = hold(world, 'capture')
    const forking = fork(world, source)
    await held.reached
    world.node.crash(source)
    held.release()
    expect((await forking).status).toBe(404)
    expect((await world.call('GET', '/v2/sandboxes')).body).toEqual([])
    expect(world.node.snapshots.size).toBe(0)
  })
})

test('the official client gets what it asks for', async () => {
  const world = await startWorld()
  const options = { apiKey: firstKey, apiUrl: world.url, sandboxUrl: 'http://127.0.0.1:9' }
  const source = await Sandbox.create('base', options)
  const forks = await source.fork({ count: 2, timeoutMs: 60_000 })
  expect(forks).toHaveLength(2)
  await expect(Sandbox.fork('inever', { ...options })).rejects.toBeInstanceOf(NotFoundError)
})
