/** Creates with an Idempotency-Key, as their clients see them. Several control processes: test/processes/control-replicas.test.ts. */
import { ServiceError } from '@cay/core/errors.ts'
import { expect, test } from 'vitest'
import {
  eventually,
  field,
  holdCreates,
  type Reply,
  secondKey,
  startWorld,
  type World,
} from './control-world.ts'

const body = { templateID: 'base', timeout: 3600, metadata: { job: '7', user: 'alice' } }
const headers = { 'idempotency-key': 'job-7' }
const path = '/v2/sandboxes'

const create = (world: World, more: object = {}) => world.call('POST', path, { body, headers, ...more })
const idOf = (reply: Reply) => field(reply.body, 'sandboxID')
const replayed = (reply: Reply) => reply.headers.get('idempotent-replayed')

async function running(world: World): Promise<string[]> {
  const { body: listed } = await world.call('GET', path)
  return (listed as unknown[]).map((each) => field(each, 'sandboxID')).sort()
}

test('a create that is sent again gives the same sandbox, and makes no second one', async () => {
  const world = await startWorld()
  const first = await create(world)
  const again = await create(world, {
    body: { metadata: { user: 'alice', job: '7' }, timeout: 3600, templateID: 'base' },
  })
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect([replayed(first), replayed(again)]).toEqual([null, 'true'])
  expect(await running(world)).toEqual([idOf(first)])
})

test('without a key, and with another one, each create makes a sandbox', async () => {
  const world = await startWorld()
  const replies = [
    await create(world),
    await create(world, { headers: { 'idempotency-key': 'job-8' } }),
    await create(world, { headers: {} }),
    await create(world, { headers: {} }),
  ]
  expect(new Set(replies.map(idOf)).size).toBe(4)
  expect(replies.map(replayed)).toEqual([null, null, null, null])
})

test('the key is the one of the sandbox also over a restart of control', async () => {
  const world = await startWorld()
  const first = await create(world)
  await world.restart()
  expect((await create(world)).body).toEqual(first.body)
})

test('a key with another request is refused, and the first sandbox stays as it is', async () => {
  const world = await startWorld()
  const first = await create(world)
  const other = await create(world, { body: { ...body, timeout: 60 } })
  expect(other).toMatchObject({ status: 422, body: { error_code: 'idempotency_request_mismatch' } })
  const onOtherRoute = await world.call('POST', '/sandboxes', { body, headers })
  expect(onOtherRoute.status).toBe(422)
  expect(await running(world)).toEqual([idOf(first)])
})

test('two teams may use one key', async () => {
  const world = await startWorld()
  const [first, second] = [await create(world), await create(world, { key: secondKey })]
  expect(second.status).toBe(201)
  expect(idOf(second)).not.toBe(idOf(first))
})

test('creates with one key at once make one sandbox, which all of them get', async () => {
  const world = await startWorld()
  const held = holdCreates(world)
  const replies = [create(world), create(world), create(world)]
  await held.reached
  held.release()
  const all = await Promise.all(replies)
  expect(all.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(all.map(idOf)).size).toBe(1)
  expect(all.filter((reply) => replayed(reply) === null)).toHaveLength(1)
  expect(world.node.requests.size).toBe(1)
})

test('a create that fails uses no key: the next one with it makes the sandbox', async () => {
  const world = await startWorld()
  world.node.beforeCreate = async () => {
    world.node.beforeCreate = async () => undefined
    throw new ServiceError('no_capacity', 'full')
  }
  expect((await create(world)).status).toBe(503)
  const again = await create(world)
  expect([again.status, replayed(again)]).toEqual([201, null])
})

test('a repeated create that waits for one that fails makes the sandbox itself', async () => {
  const world = await startWorld()
  const held = holdCreates(world, { isOnce: true })
  const first = create(world)
  await held.reached
  const second = create(world)
  held.release(new ServiceError('no_capacity', 'full'))
  expect((await first).status).toBe(503)
  expect(await second).toMatchObject({ status: 201 })
})

test('after the end of its sandbox a key is refused instead of giving a dead one, until the record is deleted', async () => {
  const world = await startWorld()
  const id = idOf(await create(world))
  await world.call('DELETE', `/sandboxes/${id}`)
  expect(await create(world)).toMatchObject({
    status: 409,
    body: { error_code: 'idempotency_key_spent' },
  })
  world.clock.skip(8 * 24 * 3_600_000)
  await eventually(async () => {
    await world.clock.advance(1000)
    expect((await create(world)).status).toBe(201)
  })
})

test('a paused sandbox is returned as it is, and is not resumed', async () => {
  const world = await startWorld()
  const id = idOf(await create(world))
  await world.call('POST', `/sandboxes/${id}/pause`)
  expect(idOf(await create(world))).toBe(id)
  expect(await world.call('GET', `/sandboxes/${id}`)).toMatchObject({ body: { state: 'paused' } })
})

test('a fork of a sandbox that was created with a key is a sandbox without one', async () => {
  const world = await startWorld()
  const id = idOf(await create(world))
  const forked = await world.call('POST', `/sandboxes/${id}/fork`, { body: { timeout: 600 } })
  expect(forked.status).toBe(201)
  expect(idOf(await create(world))).toBe(id)
})

test('a key of another form is refused, and says which form it has', async () => {
  const world = await startWorld()
  for (const key of ['Job-7', 'job 7', 'x'.repeat(256)]) {
    const reply = await create(world, { headers: { 'idempotency-key': key } })
    expect(reply).toMatchObject({ status: 400 })
    expect(field(reply.body, 'message')).toContain('headers.Idempotency-Key')
  }
  expect(await running(world)).toEqual([])
})

test('a repeated create counts in no quota', async () => {
  const world = await startWorld()
  const id = idOf(await create(world))
  world.node.room = 0
  expect(idOf(await create(world))).toBe(id)
})
