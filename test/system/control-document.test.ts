/** The description that control serves of itself, and the routes that are there for old clients and for those who log in. */
import { document } from '@cay/contract/gen/control/document.js'
import { operations } from '@cay/contract/gen/control/operations.js'
import { expect, test } from 'vitest'
import { adminToken, field, firstKey, secondKey, startWorld } from './control-world.ts'

test('the document is served as it was written, to everybody', async () => {
  const world = await startWorld()
  const reply = await world.call('GET', '/openapi.json', { key: null })
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual(document)
  expect((await world.call('POST', '/openapi.json')).status).toBe(405)
})

test('the page names every operation and loads nothing', async () => {
  const world = await startWorld()
  const reply = await world.call('GET', '/docs', { key: null })
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toContain('text/html')
  const page = String(reply.body)
  for (const { id } of Object.values(operations)) expect(page).toContain(`<article id="${id}">`)
  expect(page).not.toMatch(/<script|<link|<img|@import|src=|href="(?!#|openapi\.json")/)
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(links.filter((id) => !page.includes(`id="${id}"`))).toEqual([])
})

test('the first list has the running sandboxes only, newest first and all at once', async () => {
  const world = await startWorld()
  const ids: string[] = []
  for (let count = 0; count < 3; count++) {
    ids.push(await world.create({ metadata: { count: String(count) } }))
    await world.clock.advance(10)
  }
  await world.create({}, secondKey)
  await world.call('POST', `/sandboxes/${ids[0]}/pause`)
  const list = async (query = '') => {
    const { status, body } = await world.call('GET', `/sandboxes${query}`)
    expect(status).toBe(200)
    return (body as unknown[]).map((item) => field(item, 'sandboxID'))
  }
  expect(await list()).toEqual([ids[2], ids[1]])
  expect(await list(`?metadata=${encodeURIComponent('count=1')}`)).toEqual([ids[1]])
  expect((await world.call('GET', '/sandboxes?metadata=%25zz')).status).toBe(400)
})

test('the team of a key is told with that key', async () => {
  const world = await startWorld()
  const { body } = await world.call('GET', '/teams', { key: secondKey })
  expect(body).toEqual([{ teamID: 'second', name: 'Second', apiKey: secondKey, isDefault: true }])
})

test("a team's builds are ended, waiting and at work, and those of others go on", async () => {
  const world = await startWorld()
  const order = async (name: string, key: string) => {
    const { body } = await world.call('POST', '/v3/templates', { body: { name }, key })
    return { path: `/templates/${field(body, 'templateID')}/builds/${field(body, 'buildID')}`, key }
  }
  const stateOf = async ({ path, key }: { path: string; key: string }) =>
    field((await world.call('GET', `${path}/status`, { key })).body, 'status')
  const [waiting, building] = [await order('one', firstKey), await order('two', firstKey)]
  const foreign = await order('three', secondKey)
  await world.call('POST', `/v2${building.path}`, { body: { fromImage: 'debian' } })
  const [first] = (await world.call('GET', '/teams')).body as unknown[]
  const path = `/admin/teams/${field(first, 'teamID')}/builds/cancel`
  const asAdmin = { key: null, headers: { 'x-admin-token': adminToken } }
  expect(await world.call('POST', path, asAdmin)).toMatchObject({
    status: 200,
    body: { cancelledCount: 2, failedCount: 0 },
  })
  expect([await stateOf(waiting), await stateOf(building), await stateOf(foreign)]).toEqual([
    'error',
    'error',
    'waiting',
  ])
  expect((await world.call('POST', path, asAdmin)).body).toEqual({ cancelledCount: 0, failedCount: 0 })
  expect((await world.call('POST', '/admin/teams/nope/builds/cancel', asAdmin)).status).toBe(404)
})
