import { operations } from '@cay/contract/gen/control/operations.js'
import { describe, expect, test } from 'vitest'
import { field, firstKey, secondKey, startWorld, type World } from './control-world.ts'

interface Key {
  readonly id: string
  readonly name: string
  readonly key?: string
  readonly lastUsed: string | null
}

async function make(world: World, body: object): Promise<Required<Key>> {
  // Keys are listed in the order they were made: not all in one moment.
  await world.clock.advance(1)
  const made = await world.call('POST', '/api-keys', { body })
  expect(made.status).toBe(201)
  return made.body as Required<Key>
}

const list = async (world: World, key = firstKey) =>
  (await world.call('GET', '/api-keys', { key })).body as Key[]

test('a key that was made opens, is listed masked, and its text is told once', async () => {
  const world = await startWorld()
  const made = await make(world, { name: 'ci' })
  expect(made.key).toMatch(/^e2b_[0-9a-f]{40}$/)
  expect((await world.call('GET', '/v2/sandboxes', { key: made.key })).status).toBe(200)
  const listed = await list(world)
  expect(listed.map(({ name }) => name)).toEqual(['first key', 'ci'])
  expect(listed[1]).toEqual({
    id: made.id,
    name: 'ci',
    scope: 'full',
    mask: {
      prefix: 'e2b_',
      valueLength: 40,
      maskedValuePrefix: made.key.slice(4, 6),
      maskedValueSuffix: made.key.slice(-4),
    },
    createdAt: new Date(world.clock.nowMs()).toISOString(),
    createdBy: null,
    expiresAt: null,
    lastUsed: new Date(world.clock.nowMs()).toISOString(),
  })
  expect(JSON.stringify(listed)).not.toContain(made.key.slice(6))
})

test('the last use of a key is known to the minute', async () => {
  const world = await startWorld()
  const { key, lastUsed } = await make(world, { name: 'ci' })
  expect(lastUsed).toBeNull()
  const uses = async () => (await list(world)).find(({ name }) => name === 'ci')?.lastUsed
  await world.call('GET', '/v2/sandboxes', { key })
  const first = new Date(world.clock.nowMs()).toISOString()
  await world.clock.advance(59_000)
  await world.call('GET', '/v2/sandboxes', { key })
  expect(await uses()).toBe(first)
  await world.clock.advance(1000)
  await world.call('GET', '/v2/sandboxes', { key })
  expect(await uses()).toBe(new Date(world.clock.nowMs()).toISOString())
})

test('a key can be renamed, and opens nothing when it was deleted', async () => {
  const world = await startWorld()
  const { id, key } = await make(world, { name: 'ci' })
  const renamed = await world.call('PATCH', `/api-keys/${id}`, { body: { name: 'build' } })
  expect(renamed).toMatchObject({ status: 200, body: { id, name: 'build' } })
  expect((await world.call('DELETE', `/api-keys/${id}`)).status).toBe(204)
  expect((await world.call('GET', '/v2/sandboxes', { key })).status).toBe(401)
  expect((await world.call('DELETE', `/api-keys/${id}`)).status).toBe(404)
  expect((await world.call('PATCH', `/api-keys/${id}`, { body: { name: 'x' } })).status).toBe(404)
})

test('the keys of another team answer like those that never were', async () => {
  const world = await startWorld()
  const { id } = await make(world, { name: 'ci' })
  const never = '00000000-0000-4000-8000-000000000000'
  for (const [method, options] of [
    ['DELETE', {}],
    ['PATCH', { body: { name: 'stolen' } }],
  ] as const) {
    const foreign = await world.call(method, `/api-keys/${id}`, { ...options, key: secondKey })
    const unknown = await world.call(method, `/api-keys/${never}`, { ...options, key: secondKey })
    expect(foreign.status).toBe(404)
    expect(JSON.stringify(foreign.body).replace(id, never)).toBe(JSON.stringify(unknown.body))
  }
  expect((await list(world, secondKey)).map(({ name }) => name)).toEqual(['second'])
  expect((await list(world)).map(({ name }) => name)).toEqual(['first key', 'ci'])
})

describe('a scope', () => {
  const openedToReading = async (world: World, key: string) => {
    const opened: string[] = []
    for (const { id, method, url, isPublic, isAdmin } of Object.values(operations)) {
      if (isPublic || isAdmin) continue
      const { status, body } = await world.call(method, url.replace(/:\w+/, 'inever'), { key })
      // Another team's things are 403 on some routes as well.
      const isClosed = status === 403 && field(body, 'message').startsWith('this API key is')
      if (isClosed) continue
      opened.push(id)
    }
    return opened
  }

  test('that only reads changes nothing, and is told no token of a sandbox', async () => {
    const world = await startWorld()
    const id = await world.create()
    const { key } = await make(world, { name: 'dashboard', scope: 'read-only' })
    const reads = Object.values(operations).filter(
      ({ method, isPublic, isAdmin }) => method === 'GET' && !isPublic && !isAdmin,
    )
    expect(await openedToReading(world, key)).toEqual(reads.map((operation) => operation.id))
    const shown = await world.call('GET', `/sandboxes/${id}`, { key })
    expect(shown.status).toBe(200)
    expect(shown.body).not.toHaveProperty('envdAccessToken')
    const refused = await world.call('DELETE', `/sandboxes/${id}`, { key })
    expect(refused).toMatchObject({ status: 403, body: { code: 403 } })
    expect(field(refused.body, 'message')).toContain('read-only')
    expect((await world.call('GET', `/sandboxes/${id}`)).body).toHaveProperty('envdAccessToken')
  })

  test('for sandboxes opens them and neither templates nor keys', async () => {
    const world = await startWorld()
    const { key } = await make(world, { name: 'agent', scope: 'sandbox-only' })
    const id = await world.create({}, key)
    expect((await world.call('DELETE', `/sandboxes/${id}`, { key })).status).toBe(204)
    const others = Object.values(operations).filter(
      ({ url, isPublic, isAdmin }) =>
        !isPublic && !isAdmin && !url.includes('/sandboxes') && url !== '/auth/caller',
    )
    expect(others.map(({ id }) => id)).toEqual(expect.arrayContaining(['listTemplates', 'listApiKeys']))
    for (const { method, url } of others) {
      const refused = await world.call(method, url.replace(/:\w+/, 'inever'), { key })
      expect([url, refused.status]).toEqual([url, 403])
    }
  })
})

test.each([
  [{}, 'body.name: is required'],
  [{ name: '' }, 'body.name: must have at least 1 characters'],
  [{ name: 'x'.repeat(129) }, 'body.name: must have at most 128 characters'],
  [{ name: 'a', scope: 'root' }, 'body.scope: must be one of full, admin, member, read-only, sandbox-only'],
])('a key of %j is 400', async (body, message) => {
  const { call } = await startWorld()
  const refused = await call('POST', '/api-keys', { body })
  expect(refused).toMatchObject({ status: 400, body: { message: `validation error: ${message}` } })
})

describe('a key that expires', () => {
  const inHours = (world: World, hours: number) =>
    new Date(world.clock.nowMs() + hours * 3_600_000).toISOString()

  test('is listed with its end, and is refused from then on with its name', async () => {
    const world = await startWorld()
    const expiresAt = inHours(world, 1)
    const { key } = await make(world, { name: 'ci', scope: 'member', expiresAt })
    expect((await list(world))[1]).toMatchObject({ name: 'ci', scope: 'member', expiresAt })
    expect((await world.call('GET', '/v2/sandboxes', { key })).status).toBe(200)
    world.clock.skip(3_600_000)
    expect(await world.call('GET', '/v2/sandboxes', { key })).toMatchObject({
      status: 401,
      body: { code: 401, message: `API key 'ci' expired at ${expiresAt}: create another one` },
    })
    expect((await list(world)).map(({ name }) => name)).toEqual(['first key', 'ci'])
  })

  test('creates no key that lives longer', async () => {
    const world = await startWorld()
    const expiresAt = inHours(world, 1)
    const { key } = await make(world, { name: 'ci', expiresAt })
    const create = (body: object) => world.call('POST', '/api-keys', { key, body: { name: 'next', ...body } })
    expect(await create({ expiresAt: inHours(world, 2) })).toMatchObject({
      status: 403,
      body: { message: `this API key expires at ${expiresAt}: a key that it creates cannot expire later` },
    })
    expect(await create({})).toMatchObject({ status: 201, body: { expiresAt } })
  })

  test('must expire in the future, at an instant that exists', async () => {
    const world = await startWorld()
    for (const expiresAt of [inHours(world, 0), 'tomorrow', '2026-02-31T00:00:00Z', 5])
      expect(await world.call('POST', '/api-keys', { body: { name: 'x', expiresAt } })).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('body.expiresAt') },
      })
  })
})

test.each(['member', 'read-only', 'sandbox-only'])('a %s key cannot widen itself', async (scope) => {
  const world = await startWorld()
  const { key, id } = await make(world, { name: 'narrow', scope })
  const tries = [
    world.call('POST', '/api-keys', { key, body: { name: 'wide', scope: 'admin' } }),
    world.call('PATCH', `/api-keys/${id}`, { key, body: { name: 'wide', scope: 'admin' } }),
    world.call('DELETE', `/api-keys/${id}`, { key }),
  ]
  for (const { status } of await Promise.all(tries)) expect(status).toBe(403)
  // Nor by a rename that an admin key makes.
  await world.call('PATCH', `/api-keys/${id}`, { body: { name: 'wide', scope: 'admin', expiresAt: null } })
  expect((await list(world)).find((each) => each.id === id)).toMatchObject({ name: 'wide', scope })
})
