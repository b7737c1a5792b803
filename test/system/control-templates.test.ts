/** Templates over the API: their tags, their names, lists of them, who may use them, and their end. */
import { expect, test } from 'vitest'
import { finish, request, resources, start, unknownId } from './control-build-requests.ts'
import { secondKey, startWorld } from './control-world.ts'

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
  world.node.addTemplate({
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
