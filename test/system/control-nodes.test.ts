/** The machines that sandboxes run on, for whoever runs the installation. */
import { listNodes, loseNode, removeNode, setNodeStatus } from '@cay/cli/app/node/node-commands.ts'
import { connectAsAdmin } from '@cay/cli/edge/control/control-client.ts'
import { expect, test } from 'vitest'
import { table } from '../support/list-views.ts'
import { adminToken, firstKey, pass, startWorld, type World } from './control-world.ts'

const asAdmin = { key: null, headers: { 'x-admin-token': adminToken } }
const path = '/nodes/simulated'

const set = (world: World, status: string, more: object = {}) =>
  world.call('POST', path, { ...asAdmin, body: { status, ...more } })

const shown = async (world: World) => (await world.call('GET', path, asAdmin)).body

test('a node is listed with its facts, resources and counters', async () => {
  const world = await startWorld()
  await world.create({ timeout: 3600 })
  const { status, body } = await world.call('GET', '/nodes', asAdmin)
  expect(status).toBe(200)
  expect(body).toMatchObject([
    {
      id: 'simulated',
      clusterID: '00000000-0000-0000-0000-000000000000',
      status: 'ready',
      statusChangedAt: '2026-01-01T00:00:00.000Z',
      sandboxCount: 1,
      sandboxStartingCount: 0,
      createSuccesses: 1,
      createFails: 0,
      machineInfo: { cpuArchitecture: 'x64' },
      metrics: { allocatedCPU: 2, allocatedMemoryBytes: 2 ** 30, cpuPercent: 13, cpuCount: 8 },
    },
  ])
  expect(await shown(world)).toMatchObject({
    id: 'simulated',
    cachedBuilds: [world.node.templates[0]?.buildId],
  })
})

test('no API key gives access to it', async () => {
  const world = await startWorld()
  expect((await world.call('GET', '/nodes', { key: firstKey })).status).toBe(401)
  expect((await world.call('POST', path, { key: firstKey, body: { status: 'draining' } })).status).toBe(401)
})

test('a drained node starts nothing, running sandboxes continue, and ready undoes it', async () => {
  const world = await startWorld()
  const [running, paused] = [await world.create({ timeout: 3600 }), await world.create({ timeout: 3600 })]
  await world.call('POST', `/sandboxes/${paused}/pause`)
  await world.clock.advance(1000)
  expect((await set(world, 'draining')).status).toBe(204)
  expect(await shown(world)).toMatchObject({
    status: 'draining',
    statusChangedAt: '2026-01-01T00:00:01.000Z',
    sandboxCount: 1,
  })
  const refused = { status: 503, body: { message: expect.stringContaining('draining') } }
  const create = () => world.call('POST', '/v2/sandboxes', { body: { templateID: 'base' } })
  const connect = (id: string) => world.call('POST', `/v2/sandboxes/${id}/connect`)
  expect(await create()).toMatchObject(refused)
  expect(await connect(paused)).toMatchObject(refused)
  expect(await world.call('POST', `/sandboxes/${running}/fork`)).toMatchObject({
    status: 201,
    body: [{ error: { code: 503 } }],
  })
  expect((await connect(running)).status).toBe(200)
  expect((await world.call('POST', `/sandboxes/${running}/timeout`, { body: { timeout: 60 } })).status).toBe(
    204,
  )
  expect((await set(world, 'ready')).status).toBe(204)
  expect((await create()).status).toBe(201)
  expect((await connect(paused)).status).toBe(201)
})

test('what cannot be set, and a node or cluster that is not there, is refused', async () => {
  const world = await startWorld()
  expect((await set(world, 'connecting')).status).toBe(409)
  expect((await set(world, 'gone')).status).toBe(400)
  const other = '11111111-1111-4111-8111-111111111111'
  expect((await set(world, 'draining', { clusterID: other })).status).toBe(404)
  expect((await world.call('POST', '/nodes/nope', { ...asAdmin, body: { status: 'ready' } })).status).toBe(
    404,
  )
  expect((await world.call('GET', '/nodes/nope', asAdmin)).status).toBe(404)
  expect((await world.call('GET', `/nodes?clusterID=${other}`, asAdmin)).body).toEqual([])
  expect((await world.call('GET', '/nodes?clusterID=x', asAdmin)).status).toBe(400)
  expect(await shown(world)).toMatchObject({ status: 'ready' })
})

test('a node that does not answer is connecting, then unhealthy, with the figures it had, and itself again', async () => {
  const world = await startWorld()
  await world.create({ timeout: 3600 })
  await pass(world, 10_000)
  world.node.goAway()
  expect(await shown(world)).toMatchObject({ status: 'connecting', sandboxCount: 1 })
  await pass(world, 15_000)
  expect(await shown(world)).toMatchObject({ status: 'unhealthy', sandboxCount: 1 })
  expect((await set(world, 'draining')).status).toBe(503)
  world.node.comeBack()
  expect(await shown(world)).toMatchObject({ status: 'ready' })
})

test('a node of which nothing was ever heard is unavailable', async () => {
  const world = await startWorld()
  world.node.goAway()
  await world.restart()
  expect((await world.call('GET', '/nodes', asAdmin)).status).toBe(503)
})

test('who drained a node is in the audit log', async () => {
  const world = await startWorld()
  await set(world, 'draining')
  const { body } = await world.call('GET', '/admin/events', asAdmin)
  expect(body).toMatchObject([
    { kind: 'adminSetNodeStatus', actor: 'admin', subject: 'simulated', status: 204 },
  ])
})

test('cay node shows the node, drains it and takes it back', async () => {
  const world = await startWorld()
  const access = connectAsAdmin({ url: world.url, adminToken })
  expect(await setNodeStatus(access, undefined, 'draining')).toBe('simulated')
  const lines = (await listNodes(access, table)).split('\n')
  expect(lines[0]).toMatch(/^NODE ID +STATUS +SANDBOXES +CPUS +MEMORY +DISK$/)
  expect(lines[1]).toMatch(/^simulated +draining +0 +13 % of 8 +1\.0 of 16\.0 GiB +1\.0 of 64\.0 GiB$/)
  await setNodeStatus(access, 'simulated', 'ready')
  expect(await listNodes(access, table)).toContain('ready')
  await expect(setNodeStatus(access, 'nope', 'ready')).rejects.toThrow("node 'nope' not found")
})

test('a single machine is neither given up nor removed', async () => {
  const world = await startWorld()
  const access = connectAsAdmin({ url: world.url, adminToken })
  await expect(loseNode(access, 'simulated')).rejects.toThrow(/is a single machine/)
  await expect(removeNode(access, 'simulated')).rejects.toThrow(/is a single machine/)
  await expect(removeNode(access, 'nope')).rejects.toThrow("node 'nope' not found")
})
