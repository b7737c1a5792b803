import { ServiceError } from '@cay/core/errors.ts'
import { describe, expect, test } from 'vitest'
import { eventually, field, hold, pass, secondKey, startWorld, type World } from './control-world.ts'

const seconds = (count: number) => count * 1000
const instant = (ms: number) => new Date(ms).toISOString()

function lifeOf(world: World, id: string) {
  return {
    show: async () => (await world.call('GET', `/sandboxes/${id}`)).body,
    pause: (body?: object) =>
      world.call('POST', `/sandboxes/${id}/pause`, body === undefined ? {} : { body }),
    connect: (body: object = { timeout: 60 }) => world.call('POST', `/sandboxes/${id}/connect`, { body }),
    resume: (body?: object) =>
      world.call('POST', `/sandboxes/${id}/resume`, body === undefined ? {} : { body }),
    kill: () => world.call('DELETE', `/sandboxes/${id}`),
  }
}

/** When the sandbox will end, in seconds from now. */
async function secondsLeft(world: World, id: string): Promise<number> {
  const endAt = field(await lifeOf(world, id).show(), 'endAt')
  return (Date.parse(endAt) - world.clock.nowMs()) / 1000
}

async function becomes(world: World, id: string, state: string): Promise<void> {
  await eventually(async () => expect(await lifeOf(world, id).show()).toMatchObject({ state }))
}

describe('a pause', () => {
  test('is shown from the moment it is asked for, and the list never lacks it', async () => {
    const world = await startWorld({ domain: 'sandbox.test' })
    const { call, clock } = world
    const id = await world.create({ timeout: 600, metadata: { a: '1' } })
    const before = await lifeOf(world, id).show()
    expect(before).toMatchObject({ state: 'running', domain: 'sandbox.test' })
    await clock.advance(seconds(5))
    const held = hold(world, 'pause')
    const paused = lifeOf(world, id).pause()
    await held.reached
    const shown = { ...(before as object), state: 'paused', endAt: instant(clock.nowMs()), domain: null }
    Reflect.deleteProperty(shown, 'volumeMounts')
    for (const moment of ['while it goes on', 'afterwards']) {
      expect([moment, await lifeOf(world, id).show()]).toEqual([moment, shown])
      const listed = await call('GET', '/v2/sandboxes')
      expect(listed.body).toMatchObject([{ sandboxID: id, state: 'paused' }])
      expect(listed.headers.get('x-total-running')).toBe('0')
      held.release()
      expect((await paused).status).toBe(204)
      await clock.advance(seconds(5))
    }
    expect((await call('GET', '/v2/sandboxes?state=paused')).body).toHaveLength(1)
    expect((await call('GET', '/v2/sandboxes?state=running')).body).toEqual([])
  })

  test('and a resume keep what the sandbox is: its tokens, its start, its metadata', async () => {
    const world = await startWorld()
    const { call, clock } = world
    const created = await call('POST', '/v2/sandboxes', {
      body: { templateID: 'base', timeout: 600, metadata: { a: '1' }, network: { denyOut: ['1.1.1.1'] } },
    })
    const id = field(created.body, 'sandboxID')
    const before = (await lifeOf(world, id).show()) as object
    await lifeOf(world, id).pause()
    clock.skip(seconds(3600))
    const resumed = await lifeOf(world, id).connect({ timeout: 60 })
    expect(resumed).toMatchObject({ status: 201, body: created.body })
    const endAt = instant(clock.nowMs() + seconds(60))
    expect(await lifeOf(world, id).show()).toEqual({ ...before, endAt })
  })

  test('of files alone says so to the node, and a resume needs no memory', async () => {
    const world = await startWorld()
    const id = await world.create()
    expect((await lifeOf(world, id).pause({ memory: false })).status).toBe(204)
    expect(await world.node.client.listSandboxes()).toMatchObject([{ phase: 'paused', filesOnly: true }])
    expect((await lifeOf(world, id).resume()).status).toBe(201)
    expect(world.node.resumes).toMatchObject([{ timeoutSeconds: 15, filesOnly: false }])
  })

  test('can be killed', async () => {
    const world = await startWorld()
    const id = await world.create()
    await lifeOf(world, id).pause()
    expect((await lifeOf(world, id).kill()).status).toBe(204)
    expect((await lifeOf(world, id).kill()).status).toBe(404)
    expect((await lifeOf(world, id).connect()).status).toBe(404)
    await eventually(async () => expect(await world.node.client.listSandboxes()).toEqual([]))
  })

  test('survives a restart of control', async () => {
    const world = await startWorld()
    const id = await world.create()
    await lifeOf(world, id).pause()
    const before = await lifeOf(world, id).show()
    await world.restart()
    await pass(world, seconds(12))
    expect(await lifeOf(world, id).show()).toEqual(before)
    expect((await lifeOf(world, id).connect()).status).toBe(201)
  })
})

describe('the end of the time to live', () => {
  const pausing = { timeout: 5, autoPause: true }

  test('pauses where that was asked for, as often as the time is up', async () => {
    const world = await startWorld()
    const id = await world.create({ ...pausing, autoPauseMemory: false })
    const lifecycle = { onTimeout: 'pause', autoResume: false }
    expect(await lifeOf(world, id).show()).toMatchObject({ lifecycle })
    const endAt = instant(world.clock.nowMs() + seconds(5))
    for (let round = 0; round < 3; round++) {
      await world.clock.advance(seconds(5))
      await becomes(world, id, 'paused')
      expect(await world.node.client.listSandboxes()).toMatchObject([{ filesOnly: true }])
      if (round === 0) expect(await lifeOf(world, id).show()).toMatchObject({ endAt, lifecycle })
      expect((await lifeOf(world, id).connect({ timeout: 5 })).status).toBe(201)
    }
  })

  test('never hides a sandbox that is to be paused, also while the node has not said so', async () => {
    const world = await startWorld()
    const id = await world.create(pausing)
    world.node.goAway()
    await world.clock.advance(seconds(10))
    expect((await world.call('GET', '/v2/sandboxes')).body).toMatchObject([{ sandboxID: id }])
    world.node.comeBack()
    await pass(world, seconds(12))
    await becomes(world, id, 'paused')
  })

  test('that comes while the sandbox is being resumed pauses it again', async () => {
    const resumed = Promise.withResolvers<void>()
    const told = Promise.withResolvers<void>()
    /** The node has resumed it, and its answer is on the way. */
    const around = <T extends object>(part: T): T =>
      new Proxy(part, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name)
          if (typeof value !== 'function') return value
          if (name !== 'resumeSandbox') return value.bind(target)
          return async (...given: unknown[]) => {
            const answer: unknown = await Reflect.apply(value, target, given)
            resumed.resolve()
            await told.promise
            return answer
          }
        },
      })
    const world = await startWorld({ around })
    const id = await world.create(pausing)
    await world.clock.advance(seconds(5))
    await becomes(world, id, 'paused')
    const connected = lifeOf(world, id).connect({ timeout: 1 })
    await resumed.promise
    await world.clock.advance(seconds(1))
    told.resolve()
    expect((await connected).status).toBe(201)
    await world.settle()
    await becomes(world, id, 'paused')
  })

  test('a connect that comes just then waits for the pause and resumes it', async () => {
    const world = await startWorld()
    const id = await world.create(pausing)
    const held = hold(world, 'pause')
    const advanced = world.clock.advance(seconds(5))
    await held.reached
    const connect = lifeOf(world, id).connect({ timeout: 60 })
    held.release()
    await advanced
    expect((await connect).status).toBe(201)
    await becomes(world, id, 'running')
  })

  test('a pause at that moment waits for it, and is 204 or 409', async () => {
    const world = await startWorld()
    const id = await world.create(pausing)
    const held = hold(world, 'pause')
    const advanced = world.clock.advance(seconds(5))
    await held.reached
    await becomes(world, id, 'paused')
    const pauses = [lifeOf(world, id).pause(), lifeOf(world, id).pause()]
    await world.call('GET', '/v2/sandboxes')
    held.release()
    await advanced
    for (const { status } of await Promise.all(pauses)) expect([204, 409]).toContain(status)
    expect(held.count).toBe(1)
  })

  test('without it a sandbox lives no longer than the longest life after its last resume', async () => {
    const world = await startWorld({ maxSandboxHours: 1 })
    const id = await world.create({ timeout: 3600 })
    await lifeOf(world, id).pause()
    world.clock.skip(seconds(7200))
    await lifeOf(world, id).connect({ timeout: 3600 })
    const resumedAtMs = world.clock.nowMs()
    expect(await lifeOf(world, id).show()).toMatchObject({ endAt: instant(resumedAtMs + seconds(3600)) })
    world.clock.skip(seconds(1800))
    await lifeOf(world, id).connect({ timeout: 3600 })
    expect(await lifeOf(world, id).show()).toMatchObject({ endAt: instant(resumedAtMs + seconds(3600)) })
  })
})

describe('traffic', () => {
  test('is let in by the node as the create said: at least 300 seconds, at most the longest life', async () => {
    const world = await startWorld({ maxSandboxHours: 1 })
    const wanted = { autoPause: true, autoResume: { enabled: true } }
    const id = await world.create({ ...wanted, timeout: 5 })
    const longer = await world.create({ ...wanted, timeout: 3000 })
    const requested = (sandboxId: string) => world.node.requests.get(sandboxId)?.lifecycle
    expect(requested(id)).toEqual({
      onTimeout: 'pause',
      filesOnly: false,
      autoResume: true,
      autoResumeSeconds: 300,
    })
    expect(requested(longer)?.autoResumeSeconds).toBe(3000)
    expect(await lifeOf(world, id).show()).toMatchObject({
      lifecycle: { onTimeout: 'pause', autoResume: true },
    })
  })

  test('that resumed a sandbox is heard of, and its end is that of the resume', async () => {
    const world = await startWorld()
    const id = await world.create({ timeout: 5, autoPause: true, autoResume: { enabled: true } })
    await lifeOf(world, id).pause()
    world.clock.skip(seconds(1000))
    const { endAtMs } = await world.node.resumeForTraffic(id)
    await becomes(world, id, 'running')
    expect(await lifeOf(world, id).show()).toMatchObject({ endAt: instant(endAtMs) })
    await lifeOf(world, id).connect({ timeout: 3600 })
    expect(await lifeOf(world, id).show()).toMatchObject({
      endAt: instant(world.clock.nowMs() + seconds(3600)),
    })
  })

  test('and a connect at once bring it back once, with the later end', async () => {
    const world = await startWorld()
    const id = await world.create({ timeout: 5, autoPause: true, autoResume: { enabled: true } })
    await lifeOf(world, id).pause()
    const held = hold(world, 'resume')
    const traffic = world.node.resumeForTraffic(id)
    await held.reached
    const connect = lifeOf(world, id).connect({ timeout: 3000 })
    await world.call('GET', '/v2/sandboxes')
    held.release()
    await traffic
    // Whether it waited for the resume or came when it was done.
    expect([200, 201]).toContain((await connect).status)
    expect(held.count).toBe(1)
    expect(await lifeOf(world, id).show()).toMatchObject({
      endAt: instant(world.clock.nowMs() + seconds(3000)),
    })
  })
})

describe('a resume', () => {
  test('that others join gives each at least its timeout', async () => {
    const world = await startWorld()
    const id = await world.create()
    await lifeOf(world, id).pause()
    const held = hold(world, 'resume')
    const first = lifeOf(world, id).connect({ timeout: 10 })
    await held.reached
    const second = lifeOf(world, id).resume({ timeout: 100 })
    await world.call('GET', '/v2/sandboxes')
    held.release()
    expect([(await first).status, (await second).status]).toEqual([201, 201])
    expect(await lifeOf(world, id).show()).toMatchObject({
      endAt: instant(world.clock.nowMs() + seconds(100)),
    })
  })

  test('without memory boots from the files, and cannot join one with memory', async () => {
    const world = await startWorld()
    const id = await world.create()
    await lifeOf(world, id).pause()
    const held = hold(world, 'resume')
    const first = lifeOf(world, id).connect({ timeout: 10 })
    await held.reached
    const refused = await lifeOf(world, id).connect({ timeout: 10, memory: false })
    expect(refused).toMatchObject({ status: 409, body: { error_code: 'sandbox_start_in_flight' } })
    held.release()
    expect((await first).status).toBe(201)
    expect((await lifeOf(world, id).connect({ timeout: 10, memory: false })).status).toBe(200)
    await lifeOf(world, id).pause()
    expect((await lifeOf(world, id).connect({ timeout: 10, memory: false })).status).toBe(201)
    expect(world.node.resumes.map(({ filesOnly }) => filesOnly)).toEqual([false, true])
  })

  describe.each([
    ['kill', {}],
    ['pause', { autoPause: true }],
  ])('with the timeout 0, of one with onTimeout %s,', (onTimeout, policy) => {
    test.each([
      ['/sandboxes/ID/connect', 15],
      ['/v2/sandboxes/ID/connect', 300],
      ['/sandboxes/ID/resume', 15],
    ])('never loses it: by %s it lives for %i seconds', async (path, seconds) => {
      const world = await startWorld()
      const id = await world.create({ timeout: 600, ...policy })
      await lifeOf(world, id).pause()
      const resumed = await world.call('POST', path.replace('ID', id), { body: { timeout: 0 } })
      expect(resumed.status).toBe(201)
      await pass(world, 1000)
      expect(await lifeOf(world, id).show()).toMatchObject({ state: 'running', lifecycle: { onTimeout } })
      expect(await secondsLeft(world, id)).toBe(seconds - 1)
    })

    test('leaves the end of one that runs where it was', async () => {
      const world = await startWorld()
      const id = await world.create({ timeout: 600, ...policy })
      for (const version of ['', '/v2']) {
        const path = `${version}/sandboxes/${id}/connect`
        expect((await world.call('POST', path, { body: { timeout: 0 } })).status).toBe(200)
      }
      expect(await secondsLeft(world, id)).toBe(600)
    })
  })

  test('whose memory cannot be restored says so and offers the files, which are still there', async () => {
    const world = await startWorld()
    const id = await world.create()
    await lifeOf(world, id).pause()
    world.node.loseMemoryOf(id)
    for (const reply of [await lifeOf(world, id).connect(), await lifeOf(world, id).resume()]) {
      expect(reply).toMatchObject({
        status: 409,
        body: { code: 409, error_code: 'sandbox_memory_not_restorable' },
      })
      expect(field(reply.body, 'message')).toContain('"memory": false boots it from its files')
    }
    expect(await lifeOf(world, id).show()).toMatchObject({ state: 'paused' })
    expect((await lifeOf(world, id).resume({ memory: false })).status).toBe(201)
  })

  test('of which something is damaged says what, offers nothing that cannot be had, and it stays paused', async () => {
    const world = await startWorld()
    const id = await world.create()
    await lifeOf(world, id).pause()
    const why = 'the snapshot is damaged: checkpoint/pages.img has no file instead of 7 bytes'
    world.node.during = async () => {
      throw new ServiceError('snapshot_damaged', why)
    }
    for (const body of [{}, { memory: false }])
      expect(await lifeOf(world, id).resume(body)).toMatchObject({
        status: 500,
        body: {
          code: 500,
          error_code: 'sandbox_snapshot_damaged',
          message: `sandbox '${id}' stays paused: ${why}`,
        },
      })
    expect(await lifeOf(world, id).show()).toMatchObject({ state: 'paused' })
    world.node.during = async () => undefined
    expect((await world.call('DELETE', `/sandboxes/${id}`)).status).toBe(204)
  })

  test('without room is 503, and it stays paused', async () => {
    const world = await startWorld()
    world.node.room = 1
    const id = await world.create()
    await lifeOf(world, id).pause()
    await world.create()
    const refused = await lifeOf(world, id).connect()
    expect(refused).toMatchObject({
      status: 503,
      body: { error_code: 'sandbox_capacity_unavailable', message: expect.stringContaining('no room') },
    })
    expect(await lifeOf(world, id).show()).toMatchObject({ state: 'paused' })
  })
})

describe('bad input', () => {
  test.each([
    ['pause', { memory: 'no' }, 'body.memory: must be a boolean'],
    ['pause', [], 'body: must be an object'],
    ['resume', { timeout: -1 }, 'body.timeout: must be >= 0'],
    ['connect', { timeout: -1 }, 'body.timeout: must be >= 0'],
    ['connect', { timeout: 5, memory: 1 }, 'body.memory: must be a boolean'],
    ['fork', { count: 0 }, 'body.count: must be >= 1'],
    ['fork', { count: 101 }, 'body.count: must be <= 100'],
    ['fork', { timeout: -1 }, 'body.timeout: must be >= 0'],
    ['snapshots', undefined, 'body: is required'],
    ['snapshots', { name: '' }, 'body.name: must have at least 1 characters'],
  ])('%s with %j is 400', async (verb, body, message) => {
    const world = await startWorld()
    const id = await world.create()
    const refused = await world.call('POST', `/sandboxes/${id}/${verb}`, { body })
    expect(refused).toMatchObject({ status: 400, body: { message: `validation error: ${message}` } })
    expect(await lifeOf(world, id).show()).toMatchObject({ state: 'running' })
  })

  test('a timeout over the longest life is 400, also for an unknown id', async () => {
    const { call } = await startWorld({ maxSandboxHours: 1 })
    for (const verb of ['connect', 'resume', 'fork']) {
      const refused = await call('POST', `/sandboxes/iunknown/${verb}`, { body: { timeout: 3601 } })
      expect(refused).toMatchObject({ status: 400, body: { message: /cannot exceed 1 hours/ } })
    }
  })

  test.each([
    [{ autoPauseMemory: false }, 'autoPauseMemory: false needs autoPause: true'],
    [
      { autoPause: true, autoPauseMemory: false, autoResume: { enabled: true } },
      'autoPauseMemory: false cannot be combined with autoResume',
    ],
    [{ autoResume: { enabled: 'yes' } }, 'body.autoResume.enabled: must be a boolean'],
  ])('a create with %j is 400', async (fields, message) => {
    const { call } = await startWorld()
    const refused = await call('POST', '/v2/sandboxes', { body: { templateID: 'base', ...fields } })
    expect(refused.status).toBe(400)
    expect(field(refused.body, 'message')).toContain(message)
  })

  test('of another team answers like one that never was', async () => {
    const { call, create } = await startWorld()
    const id = await create()
    for (const verb of ['pause', 'resume', 'connect', 'fork', 'snapshots']) {
      const options = { key: secondKey, body: { timeout: 1 } }
      const foreign = await call('POST', `/sandboxes/${id}/${verb}`, options)
      const unknown = await call('POST', `/sandboxes/inever/${verb}`, options)
      expect(foreign.status).toBe(404)
      expect(JSON.stringify(foreign.body).replace(id, 'inever')).toBe(JSON.stringify(unknown.body))
    }
  })
})
