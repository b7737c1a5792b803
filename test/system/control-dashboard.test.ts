/** The routes of the hosted product's dashboard, below `/dashboard-api`: what it lists, in pages, and of whom. */
import { expect, test } from 'vitest'
import { finish, type Requested, request, start, unknownId } from './control-build-requests.ts'
import { secondKey, startWorld, type World } from './control-world.ts'

const get = (world: World, path: string, key?: string) =>
  world.call('GET', `/dashboard-api${path}`, key === undefined ? {} : { key })

async function ready(world: World, name: string, tags: string[] = []): Promise<Requested> {
  const build = await request(world, { name, tags })
  await start(world, build)
  await finish(world, build)
  await world.clock.advance(1000)
  return build
}

async function failed(world: World, name: string): Promise<Requested> {
  const build = await request(world, { name })
  await start(world, build)
  world.builder.tell(build.buildID, { kind: 'failed', reason: 'step 1 ended with status 3', step: '1' })
  const { buildID } = build
  await expect
    .poll(async () => (await get(world, `/builds/${buildID}`)).body)
    .toMatchObject({ status: 'failed' })
  await world.clock.advance(1000)
  return build
}

const texts = (body: unknown, list: string, name: string) =>
  (body as Record<string, Record<string, unknown>[]>)[list]?.map((item) => item[name])
const nextOf = (body: unknown) => (body as { nextCursor: string | null }).nextCursor

test("the team's builds are listed newest first, in pages, with why they failed", async () => {
  const world = await startWorld()
  const first = await ready(world, 'app')
  const second = await failed(world, 'other')
  const third = await request(world, { name: 'app' })
  const { body } = await get(world, '/builds')
  expect(body).toMatchObject({
    data: [
      { id: third.buildID, status: 'building', statusMessage: null, finishedAt: null, envdVersion: null },
      {
        id: second.buildID,
        status: 'failed',
        statusMessage: 'step 1 ended with status 3',
        template: 'other',
      },
      {
        ...{ id: first.buildID, status: 'success', statusMessage: null, template: 'app' },
        ...{ templateId: first.templateID, cpuCount: 2, memoryMB: 1024, diskSizeMB: 10_240 },
        envdVersion: '0.6.13',
      },
    ],
    nextCursor: null,
  })
  const page = await get(world, '/builds?limit=2')
  expect(texts(page.body, 'data', 'id')).toEqual([third.buildID, second.buildID])
  const next = await get(world, `/builds?limit=2&cursor=${encodeURIComponent(nextOf(page.body) ?? '')}`)
  expect(texts(next.body, 'data', 'id')).toEqual([first.buildID])
  expect(nextOf(next.body)).toBeNull()
})

test('builds are found by status, by their id, by their template and by its name', async () => {
  const world = await startWorld()
  const app = await ready(world, 'app')
  const broken = await failed(world, 'broken')
  const ids = async (query: string) => texts((await get(world, `/builds?${query}`)).body, 'data', 'id')
  expect(await ids('statuses=failed')).toEqual([broken.buildID])
  expect(await ids('statuses=success,building')).toEqual([app.buildID])
  for (const text of ['app', 'APP', app.buildID, app.templateID, 'default/app'])
    expect(await ids(`build_id_or_template=${encodeURIComponent(text)}`)).toEqual([app.buildID])
  for (const text of ['none', unknownId, 'a%20b', "'", 'base'])
    expect(await ids(`build_id_or_template=${text}`)).toEqual([])
})

test('statuses are those of the builds that are asked for and are the team’s', async () => {
  const world = await startWorld()
  const app = await ready(world, 'app')
  const other = await request(world, { name: 'theirs' }, secondKey)
  const asked = [app.buildID, other.buildID, unknownId].join(',')
  const { body } = await get(world, `/builds/statuses?build_ids=${asked}`)
  expect(body).toEqual({
    buildStatuses: [
      { id: app.buildID, status: 'success', statusMessage: null, finishedAt: expect.any(String) },
    ],
  })
  expect((await get(world, `/builds/${app.buildID}`)).body).toMatchObject({
    names: ['default/app'],
    status: 'success',
  })
})

test('templates are listed with those of the installation, in four orders, by visibility and by a part of the name', async () => {
  const world = await startWorld()
  const apple = await ready(world, 'apple')
  const pear = await ready(world, 'pear_100')
  await world.call('PATCH', `/v2/templates/${apple.templateID}`, { body: { public: true } })
  const listed = async (query: string) => {
    const { body } = await get(world, `/templates?${query}`)
    return texts(body, 'data', 'aliases')?.flat()
  }
  expect(await listed('sort=created_at_asc&search=p')).toEqual(['apple', 'pear_100'])
  expect(await listed('sort=created_at_desc&search=p')).toEqual(['pear_100', 'apple'])
  expect(await listed('sort=updated_at_desc&search=p')).toEqual(['apple', 'pear_100'])
  expect(await listed('sort=updated_at_asc&search=p')).toEqual(['pear_100', 'apple'])
  expect(await listed('search=R_1')).toEqual(['pear_100'])
  for (const text of ['r%25', '_%5F', '%5C', "'"]) expect(await listed(`search=${text}`)).toEqual([])
  expect(await listed(`search=${pear.templateID.slice(3, 12)}`)).toEqual(['pear_100'])
  expect(await listed('search=default/app')).toEqual(['apple'])
  expect(await listed('public=false')).toEqual(['pear_100'])
  expect((await listed('public=true'))?.sort()).toEqual(['apple', 'base'])
  const all = await get(world, '/templates')
  expect(all.body).toMatchObject({
    data: expect.arrayContaining([
      expect.objectContaining({ aliases: ['base'], names: ['base'], isDefault: true, public: true }),
      expect.objectContaining({ templateID: pear.templateID, names: ['default/pear_100'], isDefault: false }),
    ]),
  })
  const pages: unknown[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await get(world, `/templates?limit=1&cursor=${encodeURIComponent(cursor)}`)
    pages.push(...(texts(body, 'data', 'templateID') ?? []))
    cursor = nextOf(body)
  }
  expect(pages).toEqual(texts(all.body, 'data', 'templateID'))
})

test('the templates of the installation have their sizes and their build', async () => {
  const world = await startWorld()
  const { body } = await get(world, '/templates/defaults')
  expect(body).toMatchObject({
    templates: [
      {
        aliases: [{ alias: 'base', namespace: null }],
        public: true,
        vcpu: expect.any(Number),
        buildCount: 1,
      },
    ],
  })
})

test('a template without a ready build has no sizes, and the id of its build is all zeros', async () => {
  const world = await startWorld()
  const app = await request(world, { name: 'app' })
  expect((await get(world, `/templates/${app.templateID}`)).body).toMatchObject({
    ...{ templateID: app.templateID, buildID: '00000000-0000-0000-0000-000000000000' },
    ...{ cpuCount: null, memoryMB: null, diskSizeMB: null, envdVersion: null, buildCount: 1 },
  })
  await start(world, app)
  await finish(world, app)
  expect((await get(world, `/templates/${app.templateID}`)).body).toMatchObject({
    ...{ buildID: app.buildID, cpuCount: 2, memoryMB: 1024, diskSizeMB: 10_240, envdVersion: '0.6.13' },
  })
})

test('tags are grouped with the builds that had them, the latest first; a build that is not ready does not count', async () => {
  const world = await startWorld()
  const first = await ready(world, 'app', ['v1', 'stable'])
  const second = await ready(world, 'app', ['v2', 'stable'])
  await request(world, { name: 'app', tags: ['v3', 'stable'] })
  const path = `/templates/${first.templateID}/tags`
  const { body } = await get(world, `${path}/groups?sort=name_asc`)
  expect(body).toMatchObject({
    tags: [
      {
        tag: 'stable',
        hasMore: false,
        assignments: [{ buildId: second.buildID }, { buildId: first.buildID }],
      },
      { tag: 'v1', hasMore: false, assignments: [{ buildId: first.buildID }] },
      { tag: 'v2', hasMore: false, assignments: [{ buildId: second.buildID }] },
    ],
    nextCursor: null,
  })
  expect((await get(world, `${path}/count`)).body).toEqual({ total: 3 })
  const exists = async (tag: string) => (await get(world, `${path}/exists?tag=${tag}`)).body
  expect(await exists('V1')).toEqual({ exists: true, normalizedTag: 'v1' })
  expect(await exists('v3')).toEqual({ exists: false, normalizedTag: 'v3' })
  const shortened = await get(world, `${path}/groups?sort=name_asc&assignmentLimit=1&tagsLimit=1`)
  expect(shortened.body).toMatchObject({
    tags: [{ tag: 'stable', hasMore: true, assignments: [{ buildId: second.buildID }] }],
  })
  const assigned = await get(world, `${path}/stable/assignments?limit=1`)
  expect(texts(assigned.body, 'data', 'buildId')).toEqual([second.buildID])
  const cursor = encodeURIComponent(nextOf(assigned.body) ?? '')
  const next = await get(world, `${path}/stable/assignments?limit=1&cursor=${cursor}`)
  expect(texts(next.body, 'data', 'buildId')).toEqual([first.buildID])
  expect(nextOf(next.body)).toBeNull()
})

test.each([
  ['name_asc', ['stable', 'v1', 'v2']],
  ['name_desc', ['v2', 'v1', 'stable']],
  ['latest_desc', ['stable', 'v2', 'v1']],
  ['latest_asc', ['v1', 'stable', 'v2']],
])('the pages of tags in the order %s are the list in that order', async (sort, expected) => {
  const world = await startWorld()
  const { templateID } = await ready(world, 'app', ['v1'])
  await ready(world, 'app', ['stable', 'v2'])
  const seen: unknown[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = `sort=${sort}&tagsLimit=1&tagsCursor=${encodeURIComponent(cursor)}`
    const { body } = await get(world, `/templates/${templateID}/tags/groups?${query}`)
    seen.push(...(texts(body, 'tags', 'tag') ?? []))
    cursor = nextOf(body)
  }
  expect(seen).toEqual(expected)
})

test('another team finds nothing of a team, by no route', async () => {
  const world = await startWorld()
  const app = await ready(world, 'app', ['default', 'v1'])
  const empty = async (path: string, list: string) =>
    ((await get(world, path, secondKey)).body as Record<string, unknown[]>)[list]
  for (const query of ['', '?build_id_or_template=app', `?build_id_or_template=${app.buildID}`])
    expect(await empty(`/builds${query}`, 'data')).toEqual([])
  expect(await empty(`/builds?build_id_or_template=${app.templateID}`, 'data')).toEqual([])
  expect(await empty(`/builds/statuses?build_ids=${app.buildID}`, 'buildStatuses')).toEqual([])
  expect(await empty('/templates?search=app', 'data')).toEqual([])
  const template = `/templates/${app.templateID}`
  for (const path of [
    `/builds/${app.buildID}`,
    template,
    `${template}/tags/groups`,
    `${template}/tags/count`,
    `${template}/tags/exists?tag=v1`,
    `${template}/tags/v1/assignments`,
  ])
    expect([path, (await get(world, path, secondKey)).status]).toEqual([path, 404])
})

const cursorOfAnotherOrder = encodeURIComponent('name_asc|2026-01-01T00:00:00.000Z|x')

test.each([
  '/builds?limit=0',
  '/builds?limit=101',
  '/builds?limit=x',
  '/builds?statuses=ready',
  '/builds?cursor=x',
  '/builds/statuses',
  '/builds/statuses?build_ids=',
  '/builds/statuses?build_ids=1',
  `/builds/statuses?build_ids=${Array(101).fill(unknownId).join(',')}`,
  `/builds/statuses?build_ids=${unknownId},${unknownId}`,
  '/builds/app',
  '/templates?sort=name_up',
  '/templates?public=maybe',
  '/templates?limit=0',
  `/templates?cursor=${cursorOfAnotherOrder}`,
  `/templates?search=${'x'.repeat(257)}`,
  '/templates/a%20b',
  '/templates/app/tags/groups?sort=up',
  '/templates/app/tags/groups?tagsLimit=101',
  '/templates/app/tags/groups?assignmentLimit=26',
  '/templates/app/tags/groups?search=%25',
  `/templates/app/tags/groups?tagsCursor=${cursorOfAnotherOrder}`,
  '/templates/app/tags/exists',
  '/templates/app/tags/exists?tag=',
  '/templates/app/tags/exists?tag=a:b',
  `/templates/app/tags/exists?tag=${unknownId}`,
  '/templates/app/tags/a:b/assignments',
  '/templates/app/tags/v1/assignments?limit=101',
  '/templates/app/tags/v1/assignments?cursor=x%7Cy',
])('%s is refused as invalid', async (path) => {
  const world = await startWorld()
  await request(world, { name: 'app' })
  expect(await get(world, path)).toMatchObject({ status: 400, body: { code: 400 } })
})

test('no route of the dashboard opens without a key, or to one that opens sandboxes only', async () => {
  const world = await startWorld()
  const { body } = await world.call('POST', '/api-keys', { body: { name: 'x', scope: 'sandbox-only' } })
  const { key } = body as { key: string }
  for (const path of [
    '/builds',
    `/builds/statuses?build_ids=${unknownId}`,
    `/builds/${unknownId}`,
    '/templates',
    '/templates/defaults',
    '/templates/app',
    '/templates/app/tags/groups',
    '/templates/app/tags/count',
    '/templates/app/tags/exists?tag=a',
    '/templates/app/tags/a/assignments',
  ]) {
    expect((await world.call('GET', `/dashboard-api${path}`, { key: null })).status).toBe(401)
    expect((await get(world, path, key)).status).toBe(403)
  }
})
