/** Builds of templates over the API, with a node whose builder says what the test wants. */
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { limits } from '@cay/contract/limits.ts'
import { expect, test } from 'vitest'
import { field, secondKey, startWorld, type World } from './control-world.ts'

const unknownId = 'c456b1be-5359-4932-8525-79048a07da43'
const resources = { cpuCount: 2, memoryMb: 1024, diskSizeMb: 10_240 }

interface Requested {
  readonly templateID: string
  readonly buildID: string
}

async function request(world: World, body: object, key?: string): Promise<Requested> {
  const reply = await world.call('POST', '/v3/templates', { body, ...(key === undefined ? {} : { key }) })
  expect(reply.status).toBe(202)
  return reply.body as Requested
}

async function start(
  world: World,
  { templateID, buildID }: Requested,
  body: object = { fromImage: 'debian' },
) {
  return await world.call('POST', `/v2/templates/${templateID}/builds/${buildID}`, { body })
}

async function status(world: World, { templateID, buildID }: Requested, query = '') {
  const { body } = await world.call('GET', `/templates/${templateID}/builds/${buildID}/status${query}`)
  return body as { status: string; logEntries: { message: string }[]; reason?: object }
}

const entry = (message: string, step = '1', level: 'info' | 'warn' = 'info') =>
  ({ kind: 'entry', entry: { timestampMs: 1_700_000_000_000, level, message, step } }) as const

async function finish(world: World, build: Requested): Promise<void> {
  world.builder.tell(build.buildID, { kind: 'ready', envdVersion: '0.6.13', resources })
  await expect.poll(async () => (await status(world, build)).status).toBe('ready')
}

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

test('a newer build of a template ends the one that is at work', async () => {
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

test('a build that was not started in time has failed', async () => {
  const world = await startWorld()
  const build = await request(world, { name: 'app' })
  await world.clock.advance(41 * 60_000)
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

test('files are uploaded under a link that is good for one archive of one team', async () => {
  const world = await startWorld()
  const { templateID } = await request(world, { name: 'app' })
  const hash = 'a'.repeat(64)
  const link = async () => {
    const reply = await world.call('GET', `/templates/${templateID}/files/${hash}`)
    expect(reply.status).toBe(201)
    return reply.body as { present: boolean; url: string }
  }
  const { present, url } = await link()
  expect(present).toBe(false)
  const put = (to: string) => fetch(to, { method: 'PUT', body: Buffer.from('an archive') })
  expect((await put(url)).status).toBe(200)
  expect((await link()).present).toBe(true)
  expect([...world.builder.files.values()].map(String)).toEqual(['an archive'])
  const other = (await link()).url
  expect((await put(other.replace(hash, 'b'.repeat(64)))).status).toBe(403)
  expect((await put(other.replace(/token=../, 'token=xx'))).status).toBe(403)
  expect((await put(other.replace(hash, '..%2f..'))).status).toBe(400)
  await world.clock.advance(31 * 60_000)
  expect((await put(other)).status).toBe(403)
  expect((await world.call('GET', `/templates/${templateID}/files/xyz`)).status).toBe(400)
  const others = await world.call('GET', `/templates/${templateID}/files/${hash}`, { key: secondKey })
  const unknown = await world.call('GET', `/templates/${'x'.repeat(20)}/files/${hash}`)
  expect([others.status, unknown.status]).toEqual([404, 404])
})

/** A world, and what asks it for links to one archive. */
async function linking() {
  const world = await startWorld()
  const { templateID } = await request(world, { name: 'app' })
  const path = `/templates/${templateID}/files/${'a'.repeat(64)}`
  const link = async () => field((await world.call('GET', path)).body, 'url')
  const put = async (url: string, body: string) => {
    const answer = await fetch(url, { method: 'PUT', body: Buffer.from(body) })
    return [answer.status, await answer.text()]
  }
  const kept = () => [...world.builder.files.values()].map(String)
  return { world, link, put, kept }
}

test('an upload link takes one body, over a restart too, and others to the same archive are not used by it', async () => {
  const { world, link, put, kept } = await linking()
  const [first, second] = await Promise.all([link(), link()])
  expect(await put(first, 'one')).toEqual([200, ''])
  const refused = [403, expect.stringContaining('the upload link was used')]
  expect(await put(first, 'two')).toEqual(refused)
  await world.restart()
  const again = (url: string) => url.replace(/^http:..[^/]*/, world.url)
  expect(await put(again(first), 'two')).toEqual(refused)
  expect(kept()).toEqual(['one'])
  expect(await put(again(second), 'three')).toEqual([200, ''])
})

test('of two bodies at once an upload link takes one', async () => {
  const { link, put, kept } = await linking()
  const url = await link()
  const answers = await Promise.all([put(url, 'one'), put(url, 'two')])
  expect(answers.map(([status]) => status).sort()).toEqual([200, 403])
  expect(kept()).toEqual([answers[0]?.[0] === 200 ? 'one' : 'two'])
})

test('an upload that broke off, or that the node did not store, may be sent again under its link', async () => {
  const { world, link, put, kept } = await linking()
  const url = await link()
  const broken = httpRequest(url, { method: 'PUT', headers: { 'content-length': '100' } })
  broken.on('error', () => undefined)
  broken.write('half')
  const reached = Promise.withResolvers<void>()
  const store = world.builder.storeFiles.bind(world.builder)
  world.builder.storeFiles = async (head, bytes) => {
    world.builder.storeFiles = store
    reached.resolve()
    await store(head, bytes)
  }
  await reached.promise
  broken.destroy()
  world.builder.isAway = true
  expect((await put(url, 'whole'))[0]).toBe(503)
  world.builder.isAway = false
  expect(await put(url, 'whole')).toEqual([200, ''])
  expect(kept()).toEqual(['whole'])
})

test('an upload link with another method is 405 and says which it takes', async () => {
  const { link, kept } = await linking()
  const answer = await fetch(await link(), { method: 'POST', body: Buffer.from('an archive') })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'PUT'])
  expect(await answer.json()).toMatchObject({ code: 405 })
  expect(kept()).toEqual([])
})

test('an upload that says it is larger than any may be is refused before it comes', async () => {
  const world = await startWorld()
  const { templateID } = await request(world, { name: 'app' })
  const { body } = await world.call('GET', `/templates/${templateID}/files/${'a'.repeat(64)}`)
  const { url } = body as { url: string }
  const headers = { 'content-length': String(limits.uploadBytesMax + 1) }
  const outgoing = httpRequest(url, { method: 'PUT', headers })
  outgoing.on('error', () => undefined)
  outgoing.write('the first of many')
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  outgoing.destroy()
  expect(response.statusCode).toBe(413)
  expect(world.builder.files.size).toBe(0)
})

test('files of one team are not there for another', async () => {
  const world = await startWorld()
  const ours = await request(world, { name: 'app' })
  const theirs = await request(world, { name: 'app' }, secondKey)
  const path = (templateID: string) => `/templates/${templateID}/files/${'a'.repeat(64)}`
  const { body } = await world.call('GET', path(ours.templateID))
  await fetch((body as { url: string }).url, { method: 'PUT', body: 'bytes' })
  expect((await world.call('GET', path(ours.templateID))).body).toMatchObject({ present: true })
  expect((await world.call('GET', path(theirs.templateID), { key: secondKey })).body).toMatchObject({
    present: false,
  })
})

test('tags are assigned, listed and taken away; the default one stays', async () => {
  const world = await startWorld()
  const build = await request(world, { name: 'app' })
  await start(world, build)
  await finish(world, build)
  const assign = (target: string, tags: string[], key?: string) =>
    world.call('POST', '/templates/tags', { body: { target, tags }, ...(key === undefined ? {} : { key }) })
  expect(await assign('app', ['stable', 'stable', 'v1'])).toMatchObject({
    status: 201,
    body: { tags: ['stable', 'v1'], buildID: build.buildID },
  })
  expect((await world.call('GET', '/templates/app/tags')).body).toMatchObject([
    { tag: 'default' },
    { tag: 'stable' },
    { tag: 'v1' },
  ])
  expect((await assign('app', [])).status).toBe(400)
  expect((await assign('app', [unknownId])).status).toBe(400)
  expect((await assign('app:none', ['x'])).status).toBe(404)
  expect((await assign(build.templateID, ['x'], secondKey)).status).toBe(404)
  const remove = (name: string, tags: string[]) =>
    world.call('DELETE', '/templates/tags', { body: { name, tags } })
  expect((await remove('app', ['v1', 'never'])).status).toBe(204)
  expect((await remove('app', ['default'])).status).toBe(400)
  expect((await remove('app:v1', ['x'])).status).toBe(400)
  expect((await world.call('GET', '/templates/app/tags')).body).toMatchObject([
    { tag: 'default' },
    { tag: 'stable' },
  ])
})

test('a name says whether its template exists, and whose it is', async () => {
  const world = await startWorld()
  const { templateID } = await request(world, { name: 'app:v1' })
  const alias = (name: string, key?: string) =>
    world.call('GET', `/templates/aliases/${name}`, key === undefined ? {} : { key })
  expect(await alias('app')).toMatchObject({ status: 200, body: { templateID, public: false } })
  expect((await alias('app%3Av1')).status).toBe(200)
  expect((await alias('app%3Av2')).status).toBe(404)
  expect((await alias('none')).status).toBe(404)
  expect((await alias('app', secondKey)).status).toBe(404)
  expect((await alias(templateID, secondKey)).status).toBe(404)
  expect((await alias('base')).status).toBe(403)
})

test('a template without a default build is listed with the sizes and the state of its newest one', async () => {
  const world = await startWorld()
  const listed = async () => (await world.call('GET', '/v2/templates')).body
  const sizes = { cpuCount: 4, memoryMB: 2048, diskSizeMB: expect.toSatisfy((size: number) => size > 0) }
  const build = await request(world, { name: 'app:v2', cpuCount: 4, memoryMB: 2048 })
  expect(await listed()).toMatchObject([{ ...sizes, buildStatus: 'waiting' }])
  await start(world, build)
  expect(await listed()).toMatchObject([{ ...sizes, buildStatus: 'building' }])
  await finish(world, build)
  expect(await listed()).toMatchObject([{ ...sizes, buildStatus: 'ready' }])
})

test('templates are listed both ways, with their newest state', async () => {
  const world = await startWorld()
  const first = await request(world, { name: 'first' })
  await world.clock.advance(1000)
  await request(world, { name: 'second' })
  await start(world, first)
  await finish(world, first)
  const names = (body: unknown) =>
    (body as { aliases: string[]; buildStatus: string }[]).map(({ aliases, buildStatus }) => [
      aliases[0],
      buildStatus,
    ])
  expect(names((await world.call('GET', '/templates')).body)).toEqual([
    ['first', 'ready'],
    ['second', 'waiting'],
  ])
  const page = await world.call('GET', '/v2/templates?limit=1')
  expect(names(page.body)).toEqual([['second', 'waiting']])
  const next = await world.call('GET', `/v2/templates?limit=1&nextToken=${page.headers.get('x-next-token')}`)
  expect(names(next.body)).toEqual([['first', 'ready']])
  expect(next.headers.get('x-next-token')).toBeNull()
  expect((await world.call('GET', '/templates?teamID=other')).status).toBe(400)
})

test('a public template can be used by others, and changed by its own team only', async () => {
  const world = await startWorld()
  const build = await request(world, { name: 'app' })
  await start(world, build)
  await finish(world, build)
  const create = () =>
    world.call('POST', '/v2/sandboxes', { body: { templateID: build.templateID }, key: secondKey })
  expect((await create()).status).toBe(404)
  const publish = (key?: string) =>
    world.call('PATCH', `/v2/templates/${build.templateID}`, {
      body: { public: true },
      ...(key === undefined ? {} : { key }),
    })
  expect((await publish(secondKey)).status).toBe(404)
  expect((await publish()).status).toBe(200)
  expect((await publish(secondKey)).status).toBe(403)
  const { templateID: templateId, buildID: buildId } = build
  world.node.templates.push({
    templateId,
    buildId,
    alias: '',
    resources,
    envdVersion: '0.6.13',
    createdAtMs: 0,
  })
  expect((await create()).status).toBe(201)
  const { body } = await world.call('GET', `/templates/${templateId}`)
  expect(body).toMatchObject({ spawnCount: 1, lastSpawnedAt: expect.any(String) })
  expect((await world.call('DELETE', `/templates/${build.templateID}`, { key: secondKey })).status).toBe(403)
  const close = await world.call('PATCH', `/templates/${templateId}`, { body: { public: false } })
  expect([close.status, close.body]).toEqual([200, null])
  expect((await create()).status).toBe(404)
})

test('a template that is deleted takes its name and what was made with it', async () => {
  const world = await startWorld()
  const build = await request(world, { name: 'app' })
  await start(world, build)
  await finish(world, build)
  expect((await world.call('DELETE', '/templates/app')).status).toBe(204)
  expect((await world.call('DELETE', '/templates/app')).status).toBe(404)
  expect(world.builder.made.size).toBe(0)
  expect((await request(world, { name: 'app' })).templateID).not.toBe(build.templateID)
})

test('a template that is deleted has its build ended that is at work', async () => {
  const world = await startWorld()
  const build = await request(world, { name: 'app' })
  await start(world, build)
  expect((await world.call('DELETE', '/templates/app')).status).toBe(204)
  expect(world.builder.cancelled.get(build.buildID)).toBe('build was cancelled')
})

test('a build at work that no template has any more is ended, and not listened to', async () => {
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
  const create = () => world.call('POST', '/sandboxes', { body: { templateID: 'code-interpreter-v1' } })
  expect((await create()).status).toBe(404)
  world.builder.recipes.set('code-interpreter-v1', 'building')
  expect(await create()).toMatchObject({
    status: 503,
    body: { message: expect.stringContaining('is being built because it is used for the first time') },
  })
  const build = await request(world, { name: 'app' })
  await start(world, build, { fromTemplate: 'code-interpreter-v1' })
  expect(await status(world, build)).toMatchObject({ status: 'error', reason: { step: 'base' } })
  world.builder.recipes.set('code-interpreter-v1', 'failed')
  expect((await create()).status).toBe(500)
  const [base] = world.node.templates
  if (base === undefined) throw new Error('the simulated node has no template')
  world.builder.recipes.set('code-interpreter-v1', 'ready')
  world.node.templates = [
    base,
    { ...base, templateId: 'c'.repeat(20), buildId: unknownId, alias: 'code-interpreter-v1' },
  ]
  expect((await create()).status).toBe(201)
})
