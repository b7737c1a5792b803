import { Sandbox } from 'e2b'
import { describe, expect, test } from 'vitest'
import {
  eventually,
  field,
  firstKey,
  hold,
  pass,
  type Reply,
  secondKey,
  startWorld,
  type World,
} from './control-world.ts'

const snapshot = (world: World, id: string, name?: string): Promise<Reply> =>
  world.call('POST', `/sandboxes/${id}/snapshots`, { body: name === undefined ? {} : { name } })
const list = async (world: World, query = '', key = firstKey) =>
  (await world.call('GET', `/snapshots${query}`, { key })).body as { snapshotID: string; names: string[] }[]
const idsOf = (items: { snapshotID: string }[]) => items.map(({ snapshotID }) => snapshotID)
const remove = (world: World, id: string, key = firstKey) =>
  world.call('DELETE', `/templates/${encodeURIComponent(id)}`, { key })
const kill = (world: World, id: string) => world.call('DELETE', `/sandboxes/${id}`)

describe('a snapshot', () => {
  test('without a name is a template of its own, and the sandbox goes on', async () => {
    const world = await startWorld()
    const id = await world.create({ timeout: 600 })
    const before = await world.call('GET', `/sandboxes/${id}`)
    const made = await snapshot(world, id)
    expect(made).toMatchObject({
      status: 201,
      body: { snapshotID: expect.stringMatching(/^[a-z0-9]{20}:default$/), names: [] },
    })
    const again = await snapshot(world, id)
    expect(field(again.body, 'snapshotID')).not.toBe(field(made.body, 'snapshotID'))
    expect((await world.call('GET', `/sandboxes/${id}`)).body).toEqual(before.body)
  })

  test.each([
    ['app', 'default/app:default'],
    [' App:V1 ', 'default/app:v1'],
    ['default/app:v2', 'default/app:v2'],
  ])('named %j is %s', async (name, snapshotID) => {
    const world = await startWorld()
    const made = await snapshot(world, await world.create(), name)
    expect(made).toMatchObject({ status: 201, body: { snapshotID, names: [snapshotID] } })
  })

  test('makes sandboxes by every form of its name, which outlive the source', async () => {
    const world = await startWorld()
    const source = await world.create()
    const buildOf = (sandboxId: string) => world.node.requests.get(sandboxId)?.buildId
    const named = field((await snapshot(world, source, 'app:v1')).body, 'snapshotID')
    const unnamed = field((await snapshot(world, source)).body, 'snapshotID')
    await kill(world, source)
    expect(named).toBe('default/app:v1')
    const [templateId = ''] = unnamed.split(':')
    const builds = [...world.node.snapshots.keys()]
    for (const form of [named, 'app:v1', ' APP:v1 ', `app:${builds[0]}`]) {
      const id = await world.create({ templateID: form })
      expect(buildOf(id)).toBe(builds[0])
      expect((await world.call('GET', `/sandboxes/${id}`)).body).toMatchObject({ alias: 'app' })
    }
    for (const form of [unnamed, templateId]) {
      const made = await world.call('POST', '/v2/sandboxes', { body: { templateID: form } })
      expect(made).toMatchObject({ status: 201, body: { templateID: templateId } })
      expect(made.body).not.toHaveProperty('alias')
      expect(buildOf(field(made.body, 'sandboxID'))).toBe(builds[1])
    }
    for (const form of ['app', 'app:nope', 'other/app'])
      expect((await world.call('POST', '/v2/sandboxes', { body: { templateID: form } })).status).toBe(404)
  })

  test('of a name that is known is served at once', async () => {
    const world = await startWorld()
    const source = await world.create()
    const first = field((await snapshot(world, source, 'app')).body, 'snapshotID')
    const second = field((await snapshot(world, source, 'app')).body, 'snapshotID')
    expect(second).toBe(first)
    const id = await world.create({ templateID: 'app' })
    expect(world.node.requests.get(id)?.buildId).toBe([...world.node.snapshots.keys()][1])
    expect(await list(world)).toEqual([{ snapshotID: first, names: [first] }])
  })

  test('is a template whose builds say when they were made and that they are finished', async () => {
    const world = await startWorld()
    const source = await world.create({ timeout: 3600 })
    const made = field((await snapshot(world, source, 'app')).body, 'snapshotID')
    const detail = async () => (await world.call('GET', `/templates/${encodeURIComponent(made)}`)).body
    const firstAt = new Date(world.clock.nowMs()).toISOString()
    const stamps = { createdAt: firstAt, updatedAt: firstAt }
    expect(await detail()).toMatchObject({ ...stamps, builds: [{ ...stamps, finishedAt: firstAt }] })
    await world.clock.advance(5000)
    await snapshot(world, source, 'app')
    const laterAt = new Date(world.clock.nowMs()).toISOString()
    expect(await detail()).toMatchObject({
      ...{ createdAt: firstAt, updatedAt: laterAt },
      builds: [{ updatedAt: laterAt, finishedAt: laterAt }, { finishedAt: firstAt }],
    })
  })

  test('is found by each of its names wherever a template is named', async () => {
    const world = await startWorld()
    const named = await snapshot(world, await world.create(), 'app:v1')
    const unnamed = await snapshot(world, await world.create())
    const names = [named, unnamed].map(({ body }) => body as { snapshotID: string; names: string[] })
    for (const reference of names.flatMap(({ snapshotID, names }) => [snapshotID, ...names])) {
      const path = encodeURIComponent(reference)
      expect((await world.call('GET', `/templates/${path}/tags`)).status).toBe(200)
      expect((await world.call('GET', `/templates/aliases/${path}`)).status).toBe(200)
      const assign = { target: reference, tags: ['kept'] }
      expect((await world.call('POST', '/templates/tags', { body: assign })).status).toBe(201)
      expect(await list(world, `?name=${path}`)).toHaveLength(1)
      await world.create({ templateID: reference })
    }
    for (const { snapshotID } of names) {
      for (const state of ['running', 'paused'])
        expect((await world.call('GET', `/v2/sandboxes?state=${state}`)).status).toBe(200)
      expect((await remove(world, snapshotID)).status).toBe(400)
    }
  })

  test('keeps the variables in its memory unless a create brings others', async () => {
    const world = await startWorld()
    await snapshot(world, await world.create({ envVars: { A: 'b' } }), 'app')
    const requested = async (fields: object) => world.node.requests.get(await world.create(fields))
    expect(await requested({ templateID: 'app' })).toMatchObject({ keepsEnvVars: true, envVars: {} })
    expect(await requested({ templateID: 'app', envVars: {} })).toMatchObject({ keepsEnvVars: false })
    expect(await requested({ templateID: 'app', envVars: { C: 'd' } })).toMatchObject({
      keepsEnvVars: false,
      envVars: { C: 'd' },
    })
    expect(await requested({})).toMatchObject({ keepsEnvVars: false })
  })

  test('of two sandboxes at once under one new name is one template', async () => {
    const world = await startWorld()
    const [one, two] = [await world.create(), await world.create()]
    const made = await Promise.all([snapshot(world, one, 'app'), snapshot(world, two, 'app')])
    expect(made.map(({ status }) => status)).toEqual([201, 201])
    expect(await list(world)).toHaveLength(1)
    expect(world.node.snapshots.size).toBe(2)
  })

  test('survives a restart of control and a look at the node', async () => {
    const world = await startWorld()
    await snapshot(world, await world.create(), 'app')
    await world.restart()
    await pass(world, 25_000)
    expect(idsOf(await list(world))).toEqual(['default/app:default'])
    await world.create({ templateID: 'app' })
  })

  test('whose caller goes away is made and listed', async () => {
    const world = await startWorld()
    const id = await world.create()
    const held = hold(world, 'capture')
    const caller = new AbortController()
    const request = fetch(`${world.url}/sandboxes/${id}/snapshots`, {
      method: 'POST',
      headers: { 'x-api-key': firstKey },
      body: '{"name":"app"}',
      signal: caller.signal,
    })
    await held.reached
    caller.abort()
    await expect(request).rejects.toThrow()
    held.release()
    await eventually(async () => expect(await list(world)).toHaveLength(1))
  })
})

describe('the list', () => {
  test('has the newest template first, one item for each, with the tag that was assigned last', async () => {
    const world = await startWorld()
    const id = await world.create({ timeout: 3600 })
    for (const name of ['a:v1', 'b', 'a:v2']) {
      await snapshot(world, id, name)
      await world.clock.advance(10)
    }
    expect(await list(world)).toEqual([
      { snapshotID: 'default/b:default', names: ['default/b:default'] },
      { snapshotID: 'default/a:v2', names: ['default/a:v2'] },
    ])
  })

  test('comes in pages that together hold everything once, while others are made', async () => {
    const world = await startWorld()
    const id = await world.create({ timeout: 3600 })
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await snapshot(world, id, name)
      await world.clock.advance(name === 'b' ? 0 : 10)
    }
    const seen: string[] = []
    let token: string | null = ''
    while (token !== null) {
      const query: string = token === '' ? '?limit=2' : `?limit=2&nextToken=${token}`
      const page = await world.call('GET', `/snapshots${query}`)
      seen.push(...idsOf(page.body as { snapshotID: string }[]))
      token = page.headers.get('x-next-token')
      await snapshot(world, id, `later${seen.length}`)
    }
    expect(seen.map((each) => each.slice('default/'.length, -':default'.length)).sort()).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
    ])
  })

  test('is filtered by sandbox and by name, with a tag and without', async () => {
    const world = await startWorld()
    const [one, two] = [await world.create(), await world.create()]
    await snapshot(world, one, 'app:v1')
    await snapshot(world, two, 'app:v2')
    const unnamed = field((await snapshot(world, two)).body, 'snapshotID')
    const [templateId = ''] = unnamed.split(':')
    const found = async (query: string) => idsOf(await list(world, query))
    expect(await found(`?sandboxID=${one}`)).toEqual(['default/app:v1'])
    expect((await found(`?sandboxID=${two}`)).sort()).toEqual(['default/app:v2', unnamed].sort())
    expect(await found('?sandboxID=inever')).toEqual([])
    expect(await found('?name=app')).toEqual(['default/app:v2'])
    expect(await found('?name=app:v1')).toEqual(['default/app:v1'])
    expect(await found('?name=app:default')).toEqual([])
    expect(await found('?name=default%2Fapp')).toEqual(['default/app:v2'])
    expect(await found(`?name=${templateId}`)).toEqual([unnamed])
    expect(await found(`?name=${unnamed}`)).toEqual([unnamed])
    expect(await found('?name=nope')).toEqual([])
    expect(await found('?name=other/app')).toEqual([])
    expect(await found('?name=app&limit=1')).toEqual(['default/app:v2'])
  })

  test.each([
    ['limit=0', 'query.limit: must be >= 1'],
    ['limit=101', 'query.limit: must be <= 100'],
    ['nextToken=x', 'Invalid next token'],
    ['name=a%20b', 'invalid template reference'],
    ['sandboxID=A-b-c', 'Invalid sandbox ID'],
  ])('with %s is 400', async (query, message) => {
    const { call } = await startWorld()
    const refused = await call('GET', `/snapshots?${query}`)
    expect(refused.status).toBe(400)
    expect(field(refused.body, 'message')).toContain(message)
  })
})

describe('a removal', () => {
  test('takes all builds, from the node too, and frees the name; a second one is 404', async () => {
    const world = await startWorld()
    const id = await world.create()
    await snapshot(world, id, 'app:v1')
    await snapshot(world, id, 'app:v2')
    expect(await remove(world, 'default/app:v1')).toMatchObject({ status: 204, body: undefined })
    expect(await list(world)).toEqual([])
    expect(world.node.snapshots.size).toBe(0)
    expect((await remove(world, 'default/app:v1')).status).toBe(404)
    expect((await world.call('POST', '/v2/sandboxes', { body: { templateID: 'app:v2' } })).status).toBe(404)
    expect((await snapshot(world, id, 'app')).status).toBe(201)
  })

  test('is refused while a sandbox that was made from it is there, running or paused', async () => {
    const world = await startWorld()
    const source = await world.create()
    const snapshotId = field((await snapshot(world, source)).body, 'snapshotID')
    const id = await world.create({ templateID: snapshotId })
    expect(await remove(world, snapshotId)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(id) },
    })
    await world.call('POST', `/sandboxes/${id}/pause`)
    expect((await remove(world, snapshotId)).status).toBe(400)
    await kill(world, id)
    expect((await remove(world, snapshotId)).status).toBe(204)
    expect((await world.call('GET', `/sandboxes/${source}`)).status).toBe(200)
  })

  test('of what the node does not hear of is finished later', async () => {
    const world = await startWorld()
    const id = await world.create({ timeout: 20_000 })
    const snapshotId = field((await snapshot(world, id)).body, 'snapshotID')
    world.node.goAway()
    expect((await remove(world, snapshotId)).status).toBe(204)
    world.node.comeBack()
    expect(await list(world)).toEqual([])
    await pass(world, 60_000)
    expect(world.node.snapshots.size).toBe(1)
    // What control does not know is left alone for an hour: it might be somebody's.
    world.clock.skip(60 * 60_000)
    await pass(world, 12_000)
    await eventually(async () => expect(world.node.snapshots.size).toBe(0))
  })

  test('of what is not the team’s own is 404 by id and by name, and 403 for everybody’s', async () => {
    const world = await startWorld()
    const snapshotId = field((await snapshot(world, await world.create(), 'app')).body, 'snapshotID')
    const unnamed = field((await snapshot(world, await world.create())).body, 'snapshotID')
    expect((await remove(world, 'base')).status).toBe(403)
    expect((await remove(world, snapshotId, secondKey)).status).toBe(404)
    expect((await remove(world, 'app', secondKey)).status).toBe(404)
    expect((await remove(world, unnamed, secondKey)).status).toBe(404)
    expect((await remove(world, 'nope')).status).toBe(404)
    expect((await remove(world, 'a b')).status).toBe(400)
    expect(await list(world)).toHaveLength(2)
    expect(await list(world, '', secondKey)).toEqual([])
    for (const templateID of [snapshotId, 'app', unnamed]) {
      const refused = await world.call('POST', '/v2/sandboxes', { body: { templateID }, key: secondKey })
      expect(refused.status).toBe(404)
    }
  })
})

describe('bad input', () => {
  test.each([
    ['other/app', "namespace 'other' is not that of your team"],
    ['a b', 'invalid template reference'],
    ['app:', 'invalid template reference'],
    ['../app', 'invalid template reference'],
    [`app:00000000-0000-4000-8000-000000000001`, 'a tag must not be a build id'],
    ['x'.repeat(300), 'invalid template reference'],
  ])('the name %s is 400 and nothing is captured', async (name, message) => {
    const world = await startWorld()
    const held = hold(world, 'capture')
    const refused = await snapshot(world, await world.create(), name)
    expect(refused.status).toBe(400)
    expect(field(refused.body, 'message')).toContain(message)
    expect(held.count).toBe(0)
  })

  test('what the node has lost is not listed and not found, until it is back', async () => {
    const world = await startWorld()
    await snapshot(world, await world.create({ timeout: 3600 }), 'app')
    const { snapshots } = world.node.orchestrator.machine
    const [kept] = [...snapshots]
    if (kept === undefined) throw new Error('the node has no snapshot')
    snapshots.clear()
    await pass(world, 12_000)
    await eventually(async () => expect(await list(world)).toEqual([]))
    const body = { templateID: 'app' }
    expect((await world.call('POST', '/v2/sandboxes', { body })).status).toBe(404)
    snapshots.set(...kept)
    await pass(world, 12_000)
    await eventually(async () => expect(await list(world)).toHaveLength(1))
    await world.create(body)
  })
})

test('the official client gets what it asks for', async () => {
  const world = await startWorld()
  const options = { apiKey: firstKey, apiUrl: world.url, sandboxUrl: 'http://127.0.0.1:9' }
  const sandbox = await Sandbox.create('base', options)
  const named = await sandbox.createSnapshot({ name: 'app' })
  expect(named).toMatchObject({ snapshotId: 'default/app:default', names: ['default/app:default'] })
  await sandbox.createSnapshot()
  const pages = Sandbox.listSnapshots({ ...options, limit: 1 })
  const found = [...(await pages.nextItems()), ...(await pages.nextItems())]
  expect(found).toHaveLength(2)
  expect(pages.hasNext).toBe(false)
  const copy = await Sandbox.create(named.snapshotId, options)
  await copy.kill()
  expect(await Sandbox.deleteSnapshot(named.snapshotId, options)).toBe(true)
  expect(await Sandbox.deleteSnapshot(named.snapshotId, options)).toBe(false)
  expect(await sandbox.pause()).toBe(true)
  expect(await sandbox.pause()).toBe(false)
  expect((await sandbox.getInfo()).state).toBe('paused')
  expect((await Sandbox.connect(sandbox.sandboxId, options)).sandboxId).toBe(sandbox.sandboxId)
})
