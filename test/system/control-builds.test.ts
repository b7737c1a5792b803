/** Builds of templates over the API, with a node whose builder says what the test wants. */
import { ServiceError } from '@cay/core/errors.ts'
import { describe, expect, test, vi } from 'vitest'
import { entry, finish, request, resources, start, status, unknownId } from './control-build-requests.ts'
import { adminToken, field, pass, secondKey, startWorld } from './control-world.ts'

test('a build waits, is built, tells what it logs, and sandboxes can be made of it', async () => {
  const world = await startWorld()
  const build = await request(world, { name: 'app:v1', cpuCount: 4, memoryMB: 2048 })
  expect(await status(world, build)).toMatchObject({ status: 'waiting', logEntries: [] })
  expect((await start(world, build)).status).toBe(202)
  expect((await status(world, build)).status).toBe('building')
  world.builder.tell(build.buildID, entry('one'), entry('two', '1', 'warn'), entry('three'))
  await expect.poll(async () => (await status(world, build)).logEntries.length).toBe(3)
  expect((await status(world, build, '?logsOffset=1')).logEntries.map(({ message }) => message)).toEqual([
    'two',
    'three',
  ])
  expect((await status(world, build, '?level=warn')).logEntries).toMatchObject([
    { message: 'two', step: '1' },
  ])
  expect((await status(world, build, '?logsOffset=3')).logEntries).toEqual([])
  await finish(world, build)
  expect(world.builder.builds.size).toBe(0)
  const { body } = await world.call('GET', `/templates/${build.templateID}`)
  expect(body).toMatchObject({
    builds: [{ status: 'ready', cpuCount: 4, memoryMB: 2048, envdVersion: '0.6.13' }],
  })
})

test.each([
  [true, [['ENV', 'CAY_START', 'after-restore']]],
  [false, []],
])(
  'a start command is to run after every restore when the order says so: %j',
  async (startAfterRestore, added) => {
    const world = await startWorld()
    const build = await request(world, { name: 'app' })
    const steps = [{ type: 'RUN', args: ['make'] }]
    await start(world, build, { fromImage: 'debian', steps, startCmd: 'serve', startAfterRestore })
    const order = world.builder.builds.get(build.buildID)?.order
    expect(order?.steps.map(({ type, args }) => [type, ...args])).toEqual([['RUN', 'make'], ...added])
    expect(order?.startCommand).toBe('serve')
  },
)

test.each(['python:$VERSION', 'MyOrg/App', 'debian:'])(
  'a build from the image %s fails with what is wrong with the name',
  async (fromImage) => {
    const world = await startWorld()
    const build = await request(world, { name: 'app' })
    expect((await start(world, build, { fromImage })).status).toBe(202)
    const { status: state, reason } = await status(world, build)
    const message = expect.stringContaining(`invalid image name '${fromImage}': `)
    expect([state, reason]).toMatchObject(['error', { message, step: 'base' }])
  },
)

test('a build that fails says why and where', async () => {
  const world = await startWorld()
  const build = await request(world, { name: 'app' })
  await start(world, build)
  world.builder.tell(build.buildID, entry('bad', '2', 'warn'), {
    kind: 'failed',
    reason: 'exit status 1',
    step: '2',
  })
  await expect.poll(async () => (await status(world, build)).status).toBe('error')
  expect((await status(world, build)).reason).toMatchObject({
    message: 'exit status 1',
    step: '2',
    logEntries: [{ message: 'bad' }],
  })
})

test('a template to build on that is not there is a build that fails with its first step', async () => {
  const world = await startWorld()
  const build = await request(world, { name: 'app' })
  expect((await start(world, build, { fromTemplate: 'nobodys' })).status).toBe(202)
  expect(await status(world, build)).toMatchObject({ status: 'error', reason: { step: 'base' } })
})

test('a build is started once, and by its own team', async () => {
  const world = await startWorld()
  const build = await request(world, { name: 'app' })
  await start(world, build)
  expect(await start(world, build)).toMatchObject({
    status: 400,
    body: { message: 'build is not in waiting state' },
  })
  const path = `/v2/templates/${build.templateID}/builds/${build.buildID}`
  expect((await world.call('POST', path, { body: { fromImage: 'x' }, key: secondKey })).status).toBe(404)
  expect((await start(world, { ...build, buildID: unknownId })).status).toBe(404)
  expect((await start(world, { ...build, buildID: 'x' })).status).toBe(400)
})

test.each([
  [{}, 'a build needs either'],
  [{ fromImage: 'a', fromTemplate: 'b' }, 'a build needs either'],
  [{ fromImage: 'a', fromImageRegistry: { type: 'registry', username: 'me' } }, 'password'],
  [{ fromImage: 'a', fromImageRegistry: { type: 'other' } }, 'validation error'],
  [{ fromImage: 'a', steps: 'RUN' }, 'validation error'],
])('an order of %j is refused', async (order, why) => {
  const world = await startWorld()
  const reply = await start(world, await request(world, { name: 'app' }), order)
  expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining(why) } })
})

test('credentials of a registry go to the node and nowhere else', async () => {
  const world = await startWorld()
  const build = await request(world, { name: 'app' })
  const fromImageRegistry = { type: 'registry', username: 'me', password: 'a-secret-word' }
  await start(world, build, { fromImage: 'registry.example.com/app', fromImageRegistry })
  expect(world.builder.builds.get(build.buildID)?.order.source).toMatchObject({
    credential: { kind: 'login', username: 'me', password: 'a-secret-word' },
  })
  await finish(world, build)
  const everything = JSON.stringify(
    await Promise.all(
      ['/templates', `/templates/${build.templateID}`].map((path) => world.call('GET', path)),
    ),
  )
  expect(everything).not.toContain('a-secret-word')
})

test('a newer build of a template cancels the running one', async () => {
  const world = await startWorld()
  const first = await request(world, { name: 'app' })
  await start(world, first)
  const second = await request(world, { name: 'app' })
  expect(second.templateID).toBe(first.templateID)
  await start(world, second)
  expect(await status(world, first)).toMatchObject({
    status: 'error',
    reason: { message: 'build was cancelled' },
  })
  expect(world.builder.cancelled.has(first.buildID)).toBe(true)
})

test('a newer build of the same tags replaces one that was not started', async () => {
  const world = await startWorld()
  const first = await request(world, { name: 'app:v1' })
  const other = await request(world, { name: 'app:v2' })
  await request(world, { name: 'app:v1' })
  expect((await status(world, first)).status).toBe('error')
  expect((await status(world, other)).status).toBe('waiting')
})

test('a key can request builds without end when it starts none', async () => {
  const world = await startWorld()
  const again = () => world.call('POST', '/v3/templates', { body: { name: 'one-more' } })
  for (let number = 0; number < 100; number++) await request(world, { name: `app-${number}` })
  expect(await again()).toMatchObject({
    status: 429,
    body: { message: expect.stringContaining('100 builds of your team were requested and not started') },
  })
  await request(world, { name: 'app' }, secondKey)
  world.clock.skip(41 * 60_000)
  expect((await again()).status).toBe(202)
})

test('a build that was not started in time has failed', async () => {
  const world = await startWorld()
  const build = await request(world, { name: 'app' })
  world.clock.skip(41 * 60_000)
  await pass(world, 12_000)
  await expect.poll(async () => (await status(world, build)).status).toBe('error')
})

test('a build goes on over a restart of control', async () => {
  const world = await startWorld()
  const build = await request(world, { name: 'app' })
  await start(world, build)
  world.builder.tell(build.buildID, entry('before'))
  await expect.poll(async () => (await status(world, build)).logEntries.length).toBe(1)
  await world.restart()
  world.builder.tell(build.buildID, entry('after'))
  await world.settle()
  await expect
    .poll(async () => (await status(world, build)).logEntries.map(({ message }) => message))
    .toEqual(['before', 'after'])
  await finish(world, build)
})

test('a build that the node has lost has failed, and one that it had made is ready', async () => {
  const world = await startWorld()
  const lost = await request(world, { name: 'lost' })
  const made = await request(world, { name: 'made' })
  for (const build of [lost, made]) await start(world, build)
  world.builder.tell(lost.buildID, entry('first step'))
  await expect.poll(async () => (await status(world, lost)).logEntries).toHaveLength(1)
  world.builder.made.set(made.buildID, { buildId: made.buildID, envdVersion: '0.6.13' })
  world.builder.forgetBuilds()
  await expect.poll(async () => (await status(world, lost)).status).toBe('error')
  expect((await status(world, lost)).reason).toMatchObject({ message: expect.stringContaining('restarted') })
  await expect.poll(async () => (await status(world, made)).status).toBe('ready')
})

test('a node that does not answer refuses a start, and the build has failed', async () => {
  const world = await startWorld()
  const build = await request(world, { name: 'app' })
  world.builder.isAway = true
  expect((await start(world, build)).status).toBe(503)
  expect((await status(world, build)).status).toBe('error')
})

test('a build whose start failed because no node answered for its base cannot be started any more', async () => {
  const world = await startWorld()
  const build = await request(world, { name: 'app' })
  world.builder.isAway = true
  expect((await start(world, build, { fromTemplate: 'desktop' })).status).toBe(503)
  world.builder.isAway = false
  world.builder.recipes.set('desktop', 'building')
  expect((await start(world, build, { fromTemplate: 'desktop' })).status).toBe(202)
  await finish(world, build)
})

describe('a build whose control is killed when it is recorded where the build starts', () => {
  /** Until the next start of control nothing that it does reaches anybody. */
  async function startAndDie(order: object) {
    const control = { isDead: false, isMortal: true }
    const around = <T extends object>(part: T): T =>
      new Proxy(part, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name)
          if (typeof value !== 'function' || name === 'close' || name === 'watchSandboxes')
            return typeof value === 'function' ? value.bind(target) : value
          return async (...given: unknown[]) => {
            if (control.isDead) throw new Error('control is dead')
            const result: unknown = await Reflect.apply(value, target, given)
            if (name !== 'changeBuild' || !control.isMortal) return result
            Object.assign(control, { isDead: true, isMortal: false })
            throw new Error('control is dead')
          }
        },
      })
    const world = await startWorld({ around })
    const build = await request(world, { name: 'app' })
    expect((await start(world, build, order)).status).toBe(500)
    expect([...world.builder.builds.keys()]).toEqual([])
    control.isDead = false
    await world.restart()
    return { world, build }
  }

  test.each([[{ fromImage: 'debian' }], [{ fromTemplate: 'base' }]])(
    'is lost for the reason that its node was restarted: %j',
    async (order) => {
      const { world, build } = await startAndDie(order)
      await expect.poll(() => [...world.builder.builds.keys()]).toEqual([build.buildID])
      world.builder.tell(build.buildID, { kind: 'ready', envdVersion: '0.6.13', resources })
      await expect
        .poll(async () => {
          await pass(world, 1000)
          return await status(world, build)
        })
        .toMatchObject({ status: 'ready' })
    },
  )

  test('says that it could not be sent when its node has no room for long', async () => {
    const { world, build } = await startAndDie({ fromImage: 'debian' })
    const full = new ServiceError('no_capacity', '100 builds are queued already')
    vi.spyOn(world.builder, 'startBuild').mockRejectedValue(full)
    world.builder.forgetBuilds()
    world.clock.skip(11 * 60_000)
    await expect
      .poll(async () => {
        await pass(world, 1000)
        return await status(world, build)
      })
      .toMatchObject({ status: 'error', reason: { message: expect.stringContaining('could not be sent') } })
  })
})

test('logs come in pages, from either end', async () => {
  const world = await startWorld()
  const build = await request(world, { name: 'app' })
  await start(world, build)
  world.builder.tell(build.buildID, ...['a', 'b', 'c', 'd', 'e'].map((message) => entry(message)))
  await expect.poll(async () => (await status(world, build)).logEntries.length).toBe(5)
  const page = async (query: string) => {
    const { body } = await world.call(
      'GET',
      `/templates/${build.templateID}/builds/${build.buildID}/logs?${query}`,
    )
    const { logs, nextCursor } = body as { logs: { message: string }[]; nextCursor?: string }
    return { text: logs.map(({ message }) => message).join(''), nextCursor }
  }
  const first = await page('limit=2')
  expect(first.text).toBe('ab')
  expect((await page(`limit=2&pageCursor=${first.nextCursor}`)).text).toBe('cd')
  const last = await page('limit=3&direction=backward')
  expect(last.text).toBe('edc')
  expect(await page(`direction=backward&pageCursor=${last.nextCursor}`)).toEqual({
    text: 'ba',
    nextCursor: undefined,
  })
  const wrong = await world.call(
    'GET',
    `/templates/${build.templateID}/builds/${build.buildID}/logs?pageCursor=x`,
  )
  expect(wrong.status).toBe(400)
})

test('deleting a template cancels its running build', async () => {
  const world = await startWorld()
  const build = await request(world, { name: 'app' })
  await start(world, build)
  expect((await world.call('DELETE', '/templates/app')).status).toBe(204)
  expect(world.builder.cancelled.get(build.buildID)).toBe('build was cancelled')
})

test('a build that control was killed in the middle of cancelling is cancelled on its node', async () => {
  const world = await startWorld()
  const build = await request(world, { name: 'app' })
  await start(world, build)
  const [team] = (await world.call('GET', '/teams')).body as unknown[]
  const asAdmin = { key: null, headers: { 'x-admin-token': adminToken } }
  // The record says so, and the node was not told.
  world.builder.isAway = true
  expect(
    (await world.call('POST', `/admin/teams/${field(team, 'teamID')}/builds/cancel`, asAdmin)).body,
  ).toEqual({ cancelledCount: 0, failedCount: 1 })
  world.builder.isAway = false
  await world.restart()
  await pass(world, 11_000)
  expect(world.builder.cancelled.has(build.buildID)).toBe(true)
  await expect.poll(() => world.builder.builds.size).toBe(0)
})

test('a running build without a template is cancelled, and not watched', async () => {
  const world = await startWorld()
  const build = await request(world, { name: 'app' })
  await start(world, build)
  world.builder.isAway = true
  expect((await world.call('DELETE', '/templates/app')).status).toBe(204)
  world.builder.isAway = false
  await world.restart()
  await world.settle()
  await expect.poll(() => world.builder.cancelled.has(build.buildID)).toBe(true)
  await expect.poll(() => world.builder.builds.size).toBe(0)
})

test.each([
  [{}, 'name is required'],
  [{ name: 'a', cpuCount: 0 }, 'validation error'],
  [{ name: 'a', memoryMB: 32 }, 'validation error'],
  [{ name: 'a', memoryMB: 1025 }, 'Memory must be divisible by 2'],
  [{ name: 'a', cpuCount: 64 }, 'CPU count must be at most 32'],
  [{ name: 'a', tags: ['x:y'] }, 'Invalid tag'],
])('a build of %j is refused', async (body, why) => {
  const world = await startWorld()
  expect(await world.call('POST', '/v3/templates', { body })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining(why) },
  })
})

test('a template that comes with Cay is built when it is first used', async () => {
  const world = await startWorld()
  const create = (headers: Record<string, string> = {}) =>
    world.call('POST', '/sandboxes', { headers, body: { templateID: 'code-interpreter-v1' } })
  expect((await create()).status).toBe(404)
  world.builder.recipes.set('code-interpreter-v1', 'building')
  expect(await create()).toMatchObject({
    status: 503,
    body: {
      error_code: 'template_building',
      message: expect.stringContaining(
        'is being built because it is used for the first time ([3 s] downloading packages)',
      ),
    },
  })
  await create({ prefer: 'wait=5' })
  expect(world.builder.recipeWaits).toEqual([undefined, undefined, 5000])
  world.builder.recipes.set('code-interpreter-v1', 'failed')
  expect(await create()).toMatchObject({
    status: 500,
    body: {
      message: expect.stringContaining('`cay template build code-interpreter-v1` on the node shows why'),
    },
  })
  const [base] = world.node.templates
  if (base === undefined) throw new Error('the simulated node has no template')
  world.builder.recipes.set('code-interpreter-v1', 'ready')
  world.node.addTemplate({
    ...base,
    templateId: 'c'.repeat(20),
    buildId: unknownId,
    alias: 'code-interpreter-v1',
  })
  expect((await create()).status).toBe(201)
})

describe('a build that starts from a template that comes with Cay and is not built yet', () => {
  /** The node has begun to build `desktop`. */
  async function startOnDesktop() {
    const world = await startWorld()
    world.builder.recipes.set('desktop', 'building')
    const build = await request(world, { name: 'app' })
    expect((await start(world, build, { fromTemplate: 'desktop' })).status).toBe(202)
    return { world, build }
  }

  test('starts its build at once, and waits for it on the node', async () => {
    const { world, build } = await startOnDesktop()
    expect(world.builder.recipeWaits).toEqual([0])
    expect(world.builder.builds.get(build.buildID)?.order.source).toEqual({
      kind: 'recipe',
      alias: 'desktop',
    })
    world.builder.tell(build.buildID, entry('[base] desktop: [3 s] downloading packages', 'base'))
    await expect.poll(async () => (await status(world, build)).logEntries).toHaveLength(1)
    await pass(world, 10 * 60_000)
    expect((await status(world, build)).status).toBe('building')
    await finish(world, build)
  })

  test('fails as that fails', async () => {
    const { world, build } = await startOnDesktop()
    const reason = `template 'desktop' could not be built: at "[3 s] downloading packages": no mirror`
    world.builder.tell(build.buildID, { kind: 'failed', reason, step: 'base' })
    await expect.poll(async () => (await status(world, build)).status).toBe('error')
    expect((await status(world, build)).reason).toMatchObject({ message: reason, step: 'base' })
  })

  test('waits although the last build of that has failed: the node tries again', async () => {
    const world = await startWorld()
    world.builder.recipes.set('desktop', 'failed')
    const build = await request(world, { name: 'app' })
    await start(world, build, { fromTemplate: 'desktop' })
    expect((await status(world, build)).status).toBe('building')
    expect(world.builder.builds.get(build.buildID)?.order.source).toEqual({
      kind: 'recipe',
      alias: 'desktop',
    })
  })

  test('goes on waiting over a restart of control', async () => {
    const { world, build } = await startOnDesktop()
    await world.restart()
    await world.settle()
    await finish(world, build)
  })

  test('is cancelled on the node when its template is deleted, or built anew', async () => {
    const { world, build } = await startOnDesktop()
    const next = await request(world, { name: 'app' })
    await start(world, next, { fromTemplate: 'desktop' })
    expect(world.builder.cancelled.has(build.buildID)).toBe(true)
    expect(await status(world, build)).toMatchObject({ reason: { message: 'build was cancelled' } })
    expect((await world.call('DELETE', '/templates/app')).status).toBe(204)
    expect(world.builder.cancelled.has(next.buildID)).toBe(true)
  })

  test('fails at once when a tag is named that no build of that has', async () => {
    const world = await startWorld()
    world.builder.recipes.set('desktop', 'building')
    const build = await request(world, { name: 'app' })
    await start(world, build, { fromTemplate: 'desktop:v2' })
    expect(await status(world, build)).toMatchObject({ status: 'error', reason: { step: 'base' } })
  })
})

test('builds of no template stay on a node that cannot list its snapshots', async () => {
  const world = await startWorld()
  await pass(world, 11_000)
  vi.spyOn(world.node.client, 'listSnapshots').mockRejectedValue(
    new ServiceError('internal', 'internal error'),
  )
  world.builder.made.set(unknownId, { buildId: unknownId, envdVersion: '0.6.13' })
  await pass(world, 21_000)
  expect([...world.builder.made.keys()]).toEqual([])
})

test('a build whose template is gone runs on while its node cannot delete another one', async () => {
  const world = await startWorld()
  await pass(world, 11_000)
  const build = await request(world, { name: 'app' })
  await start(world, build)
  vi.spyOn(world.builder, 'deleteBuilds').mockRejectedValue(new ServiceError('internal', 'internal error'))
  world.builder.made.set(unknownId, { buildId: unknownId, envdVersion: '0.6.13' })
  const cancel = vi.spyOn(world.builder, 'cancelBuild')
  cancel.mockRejectedValueOnce(new ServiceError('node_unavailable', 'the node is unreachable'))
  expect((await world.call('DELETE', `/templates/${build.templateID}`)).status).toBe(204)
  await pass(world, 11_000)
  expect(world.builder.cancelled.has(build.buildID)).toBe(true)
})
