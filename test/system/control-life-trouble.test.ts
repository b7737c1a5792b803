import { ServiceError } from '@cay/core/errors.ts'
import { describe, expect, test } from 'vitest'
import { eventually, firstKey, hold, pass, type Reply, startWorld, type World } from './control-world.ts'

const seconds = (count: number) => count * 1000
const stateOf = async (world: World, id: string) => {
  const { status, body } = await world.call('GET', `/sandboxes/${id}`)
  return status === 200 ? (body as { state: string }).state : status
}
const becomes = (world: World, id: string, state: string | number) =>
  eventually(async () => expect(await stateOf(world, id)).toBe(state))
const post = (world: World, id: string, verb: string, body?: object): Promise<Reply> =>
  world.call('POST', `/sandboxes/${id}/${verb}`, body === undefined ? {} : { body })

const verbs = [
  { name: 'pause', verb: 'pause', path: 'pause', body: undefined },
  { name: 'resume', verb: 'resume', path: 'resume', body: undefined },
  { name: 'connect', verb: 'resume', path: 'connect', body: { timeout: 600 } },
  { name: 'fork', verb: 'capture', path: 'fork', body: { timeout: 600 } },
  { name: 'snapshot', verb: 'capture', path: 'snapshots', body: {} },
] as const

/** A sandbox for which the verb makes sense. */
async function sandboxFor(world: World, verb: (typeof verbs)[number]['verb']): Promise<string> {
  const id = await world.create({ timeout: 3600 })
  if (verb === 'resume') expect((await post(world, id, 'pause')).status).toBe(204)
  return id
}

describe.each(verbs)('in the middle of a $name', ({ verb, path, body }) => {
  const after = verb === 'pause' ? 'paused' : 'running'
  const before = verb === 'resume' ? 'paused' : 'running'

  test('a kill comes to its end, and so does the sandbox', async () => {
    const world = await startWorld()
    const id = await sandboxFor(world, verb)
    const held = hold(world, verb)
    const started = post(world, id, path, body)
    await held.reached
    const killed = world.call('DELETE', `/sandboxes/${id}`)
    await world.call('GET', '/v2/sandboxes')
    held.release()
    expect((await killed).status).toBe(204)
    expect([201, 204, 404]).toContain((await started).status)
    expect(await stateOf(world, id)).toBe(404)
    const left = (await world.node.client.listSandboxes()).filter(({ phase }) => phase !== 'ended')
    expect(left.map(({ sandboxId }) => sandboxId)).not.toContain(id)
  })

  test('a caller that goes away changes nothing', async () => {
    const world = await startWorld()
    const id = await sandboxFor(world, verb)
    const held = hold(world, verb)
    const caller = new AbortController()
    const request = fetch(`${world.url}/sandboxes/${id}/${path}`, {
      method: 'POST',
      headers: { 'x-api-key': firstKey },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: caller.signal,
    })
    await held.reached
    caller.abort()
    await expect(request).rejects.toThrow()
    held.release()
    await becomes(world, id, after)
    if (path === 'fork')
      await eventually(async () => expect((await world.call('GET', '/v2/sandboxes')).body).toHaveLength(2))
  })

  test('a node that goes away is 503, and what came of it is found when it is back', async () => {
    const world = await startWorld()
    const id = await sandboxFor(world, verb)
    const held = hold(world, verb)
    const started = post(world, id, path, body)
    await held.reached
    world.node.goAway()
    held.release()
    expect((await started).status).toBe(503)
    world.node.comeBack()
    await pass(world, seconds(12))
    await becomes(world, id, after)
    expect((await world.call('DELETE', `/sandboxes/${id}`)).status).toBe(204)
  })

  if (verb === 'resume')
    test('a sandbox whose processes die stays paused, and can be resumed', async () => {
      const world = await startWorld()
      const id = await sandboxFor(world, verb)
      world.node.orchestrator.machine.failAt('daemon.waitReady')
      expect((await post(world, id, path, body)).status).toBe(500)
      await becomes(world, id, 'paused')
      expect((await post(world, id, path, body)).status).toBe(201)
    })
  else
    test('a sandbox that crashes is 404 with nothing left', async () => {
      const world = await startWorld()
      const id = await sandboxFor(world, verb)
      const held = hold(world, verb)
      const started = post(world, id, path, body)
      await held.reached
      world.node.crash(id)
      held.release()
      expect((await started).status).toBe(404)
      await becomes(world, id, 404)
      await eventually(async () => expect(await world.node.client.listSandboxes()).toEqual([]))
    })

  test('a fault of the node is told without its cause, and leaves the sandbox as it was', async () => {
    const world = await startWorld()
    const id = await sandboxFor(world, verb)
    const held = hold(world, verb)
    const started = post(world, id, path, body)
    await held.reached
    held.release(new Error('a secret detail'))
    expect(await started).toMatchObject({
      status: 500,
      body: { message: expect.stringMatching(/^internal error \(request [\w-]+\)$/) },
    })
    await becomes(world, id, before)
    expect([200, 201, 204]).toContain((await post(world, id, path, body)).status)
  })
})

describe.each(['pause', 'fork', 'snapshots'])('a %s', (path) => {
  const verb = path === 'pause' ? 'pause' : 'capture'

  test.each([
    ['node_disk_full', 507],
    ['capture_failed', 503],
  ] as const)('that ends with %s is %i, and the sandbox goes on until its end', async (code, status) => {
    const world = await startWorld()
    const id = await world.create({ timeout: 600 })
    const before = await world.call('GET', `/sandboxes/${id}`)
    await world.clock.advance(seconds(5))
    const held = hold(world, verb)
    const started = post(world, id, path, {})
    await held.reached
    held.release(new ServiceError(code, 'the reason'))
    expect(await started).toMatchObject({ status, body: { code: status, message: 'the reason' } })
    expect((await world.call('GET', `/sandboxes/${id}`)).body).toEqual(before.body)
    expect(world.node.snapshots.size).toBe(0)
    await world.clock.advance(seconds(600))
    await becomes(world, id, 404)
  })
})

test('pauses that wait for one that fails are told of the same failure', async () => {
  const world = await startWorld()
  const id = await world.create()
  const held = hold(world, 'pause')
  const pauses = [post(world, id, 'pause'), post(world, id, 'pause')]
  await held.reached
  await world.call('GET', '/v2/sandboxes')
  held.release(new ServiceError('node_disk_full', 'no disk'))
  expect((await Promise.all(pauses)).map(({ status }) => status)).toEqual([507, 507])
})

test('a paused sandbox that the node has lost is kept for an hour, in case it comes back', async () => {
  const world = await startWorld()
  const id = await world.create()
  await post(world, id, 'pause')
  await world.node.lose(id)
  for (let minutes = 0; minutes < 59; minutes++) await world.clock.advance(seconds(60))
  expect(await stateOf(world, id)).toBe('paused')
  for (let minutes = 0; minutes < 3; minutes++) await world.clock.advance(seconds(60))
  await becomes(world, id, 404)
})

test('a sandbox that expired for good while control was away is gone', async () => {
  const world = await startWorld()
  const id = await world.create({ timeout: 5, autoResume: { enabled: true } })
  await post(world, id, 'pause')
  world.node.goAway()
  await world.clock.advance(seconds(1))
  world.node.comeBack()
  await world.node.resumeForTraffic(id)
  world.node.goAway()
  await world.clock.advance(seconds(400))
  world.node.comeBack()
  await pass(world, seconds(12))
  await becomes(world, id, 404)
})

test('a list never lacks a sandbox that is paused and resumed all the time', async () => {
  const world = await startWorld()
  const id = await world.create({ timeout: 3600 })
  let isOver = false
  const cycles = async () => {
    for (let round = 0; round < 20; round++) {
      expect((await post(world, id, 'pause')).status).toBe(204)
      expect((await post(world, id, 'resume')).status).toBe(201)
    }
    isOver = true
  }
  const looks = async () => {
    while (!isOver) expect((await world.call('GET', '/v2/sandboxes')).body).toMatchObject([{ sandboxID: id }])
  }
  await Promise.all([cycles(), looks(), looks()])
})
