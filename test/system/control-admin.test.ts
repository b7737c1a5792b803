import { operations } from '@cay/contract/gen/control/operations.js'
import { describe, expect, test } from 'vitest'
import { adminToken, field, firstKey, hold, secondKey, startWorld, type World } from './control-world.ts'

const ask = (world: World, method: string, path: string, body?: object, token = adminToken) =>
  world.call(method, `/admin${path}`, {
    key: null,
    headers: { 'x-admin-token': token },
    ...(body === undefined ? {} : { body }),
  })

async function teamNamed(world: World, slug: string): Promise<string> {
  const teams = (await ask(world, 'GET', '/teams')).body as { teamID: string; slug: string }[]
  const team = teams.find((each) => each.slug === slug)
  if (team === undefined) throw new Error(`no team ${slug}`)
  return team.teamID
}

test('a team that was made has a key that opens it, and sees nothing of the others', async () => {
  const world = await startWorld()
  await world.create()
  const made = await ask(world, 'POST', '/teams', { slug: 'research', name: 'Research' })
  expect(made).toMatchObject({ status: 201, body: { slug: 'research', name: 'Research' } })
  const { apiKey } = made.body as { apiKey: { key: string } }
  expect((await world.call('GET', '/v2/sandboxes', { key: apiKey.key })).body).toEqual([])
  const id = await world.create({}, apiKey.key)
  expect((await world.call('GET', `/sandboxes/${id}`)).status).toBe(404)
  const snapshot = await world.call('POST', `/sandboxes/${id}/snapshots`, {
    key: apiKey.key,
    body: { name: 'app' },
  })
  expect(field(snapshot.body, 'snapshotID')).toBe('research/app:default')
  const teams = (await ask(world, 'GET', '/teams')).body as { slug: string }[]
  expect(teams.map(({ slug }) => slug)).toEqual(['second', 'default', 'research'])
})

test('a slug is taken once, and a broken one is 400', async () => {
  const world = await startWorld()
  expect((await ask(world, 'POST', '/teams', { slug: 'default' })).status).toBe(409)
  for (const slug of ['', 'A', 'a b', 'a/b', '-a'])
    expect((await ask(world, 'POST', '/teams', { slug })).status).toBe(400)
  expect((await ask(world, 'POST', '/teams', {})).status).toBe(400)
})

test('keys of a team are made and deleted for it', async () => {
  const world = await startWorld()
  const team = await teamNamed(world, 'default')
  const made = await ask(world, 'POST', `/teams/${team}/api-keys`, { name: 'ci', scope: 'read-only' })
  expect(made.status).toBe(201)
  const key = field(made.body, 'key')
  expect((await world.call('GET', '/v2/sandboxes', { key })).status).toBe(200)
  const path = `/teams/${team}/api-keys/${field(made.body, 'id')}`
  const other = await teamNamed(world, 'second')
  expect((await ask(world, 'DELETE', path.replace(team, other))).status).toBe(404)
  expect((await ask(world, 'DELETE', path)).status).toBe(204)
  expect((await ask(world, 'DELETE', path)).status).toBe(404)
  expect((await world.call('GET', '/v2/sandboxes', { key })).status).toBe(401)
})

describe('the sandboxes of a team', () => {
  test('are all ended, running and paused, and those of others live on', async () => {
    const world = await startWorld()
    const ids = [await world.create(), await world.create(), await world.create()]
    await world.call('POST', `/sandboxes/${ids[0]}/pause`)
    const other = await world.create({}, secondKey)
    const team = await teamNamed(world, 'default')
    const killed = await ask(world, 'POST', `/teams/${team}/sandboxes/kill`)
    expect(killed).toMatchObject({ status: 200, body: { killedCount: 3, failedCount: 0 } })
    expect((await world.call('GET', '/v2/sandboxes')).body).toEqual([])
    expect((await world.call('GET', `/sandboxes/${other}`, { key: secondKey })).status).toBe(200)
    const again = await ask(world, 'POST', `/teams/${team}/sandboxes/kill`)
    expect(again.body).toEqual({ killedCount: 0, failedCount: 0 })
  })

  test('that could not be ended are counted', async () => {
    const world = await startWorld()
    await world.create()
    const held = hold(world, 'kill')
    const team = await teamNamed(world, 'default')
    const killed = ask(world, 'POST', `/teams/${team}/sandboxes/kill`)
    await held.reached
    held.release(new Error('broken'))
    expect((await killed).body).toEqual({ killedCount: 0, failedCount: 1 })
  })

  test('are counted while they run, by team', async () => {
    const world = await startWorld()
    const counts = async () => (await ask(world, 'GET', '/sandboxes/running-counts')).body
    expect(await counts()).toEqual({})
    const id = await world.create()
    await world.create()
    await world.create({}, secondKey)
    await world.call('POST', `/sandboxes/${id}/pause`)
    const [first, second] = [await teamNamed(world, 'default'), await teamNamed(world, 'second')]
    expect(await counts()).toEqual({ [first]: 1, [second]: 1 })
  })
})

test('access needs the admin token: an API key, a part of the token or nothing is 401', async () => {
  const world = await startWorld()
  for (const { method, url, isAdmin } of Object.values(operations)) {
    if (!isAdmin) continue
    const path = url.replaceAll(/:\w+/g, 'x')
    for (const headers of [
      {},
      { 'x-admin-token': '' },
      { 'x-admin-token': adminToken.slice(1) },
      { 'x-admin-token': 'b'.repeat(64) },
      { 'x-admin-token': 'é'.repeat(64) },
    ]) {
      const refused = await world.call(method, path, { key: firstKey, headers })
      expect([path, refused.status]).toEqual([path, 401])
    }
  }
  for (const path of ['/v2/sandboxes', '/api-keys']) {
    const refused = await world.call('GET', path, { key: null, headers: { 'x-admin-token': adminToken } })
    expect(refused.status).toBe(401)
  }
})

test('an unknown team is 404', async () => {
  const world = await startWorld()
  expect((await ask(world, 'POST', '/teams/nope/api-keys', { name: 'a' })).status).toBe(404)
  expect((await ask(world, 'POST', '/teams/nope/sandboxes/kill')).status).toBe(404)
  expect((await ask(world, 'DELETE', '/teams/nope/api-keys/x')).status).toBe(404)
})
