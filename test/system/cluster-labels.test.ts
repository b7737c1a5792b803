/** Labels of nodes, and teams that need them, as clients and operators see them. */
import { labelNode, listNodes } from '@cay/cli/app/node/node-commands.ts'
import { labelTeam } from '@cay/cli/app/team/team-commands.ts'
import { connectAsAdmin } from '@cay/cli/edge/control/control-client.ts'
import type { SimulatedBuilder } from '@cay/control/sim/simulated-builder.ts'
import { expect, test } from 'vitest'
import { json, table } from '../support/list-views.ts'
import { type Cluster, startCluster } from './cluster-world.ts'
import { request, start } from './control-build-requests.ts'
import { adminToken, startWorld } from './control-world.ts'

const adminOf = ({ url }: { readonly url: string }) => connectAsAdmin({ url, adminToken })
const create = (cluster: Cluster) =>
  cluster.call('POST', '/v2/sandboxes', { body: { templateID: 'base', timeout: 3600 } })

/** Of the first key. */
const teamSlug = 'default'

test('labels of a node are set, replaced, removed and shown', async () => {
  const cluster = await startCluster()
  const admin = adminOf(cluster)
  expect(await labelNode(admin, 'host-n2', ['gpu', 'zone=a'])).toBe('gpu\nzone=a')
  expect(await labelNode(admin, 'n2', ['zone=b', 'gpu-', 'pool=x'])).toBe('pool=x\nzone=b')
  expect(await labelNode(admin, 'n2', [])).toBe('pool=x\nzone=b')
  const shown = await listNodes(admin, { ...table, format: 'wide' })
  expect(shown).toMatch(/^n2 .*host-n2 .*pool=x,zone=b$/m)
  expect(shown).toMatch(/^n1 .*host-n1 .*-$/m)
  expect(JSON.parse(await listNodes(admin, json))).toMatchObject([
    { nodeId: 'n1', name: 'host-n1', labels: [] },
    { nodeId: 'n2', labels: ['pool=x', 'zone=b'] },
    { nodeId: 'n3', labels: [] },
  ])
})

test('sandboxes and builds of a team are placed on nodes that have all of its labels', async () => {
  const cluster = await startCluster()
  const admin = adminOf(cluster)
  await labelNode(admin, 'n1', ['gpu'])
  await labelNode(admin, 'n2', ['gpu', 'pool=a'])
  expect(await labelTeam(admin, teamSlug, ['pool=a', 'gpu'])).toBe('gpu\npool=a')
  for (let turn = 0; turn < 6; turn++)
    expect(await cluster.placeOf(await cluster.create({ timeout: 3600 }))).toBe('n2')
  const build = await request(cluster, { name: 'app' })
  expect((await start(cluster, build)).status).toBe(202)
  expect((cluster.nodeOf('n2').clients.builder as SimulatedBuilder).builds.has(build.buildID)).toBe(true)
})

test('a create says which labels no node has, and works as soon as one has them', async () => {
  const cluster = await startCluster()
  const admin = adminOf(cluster)
  await labelTeam(admin, teamSlug, ['pool=a'])
  expect(await create(cluster)).toMatchObject({
    status: 503,
    body: { message: expect.stringContaining('pool=a') },
  })
  await labelNode(admin, 'n3', ['pool=a'])
  expect((await create(cluster)).status).toBe(201)
  await labelTeam(admin, teamSlug, ['pool-'])
  await labelNode(admin, 'n3', ['pool-'])
  expect((await create(cluster)).status).toBe(201)
})

test('a paused sandbox is resumed on a node that has the labels of its team', async () => {
  const cluster = await startCluster()
  const sandboxId = await cluster.create({ timeout: 3600 })
  expect((await cluster.call('POST', `/sandboxes/${sandboxId}/pause`)).status).toBe(204)
  await cluster.pass(11_000)
  const others = ['n1', 'n2', 'n3'].filter((nodeId) => nodeId !== place(cluster, sandboxId))
  const chosen = others[0] ?? ''
  await labelNode(adminOf(cluster), chosen, ['gpu'])
  await labelTeam(adminOf(cluster), teamSlug, ['gpu'])
  const resumed = await cluster.call('POST', `/sandboxes/${sandboxId}/resume`, { body: { timeout: 60 } })
  expect(resumed.status).toBe(201)
  expect(await cluster.placeOf(sandboxId)).toBe(chosen)
})

/** Where it was paused. */
function place(cluster: Cluster, sandboxId: string): string | undefined {
  return cluster.nodes.find(({ node }) => node.orchestrator.node.registry.findPaused(sandboxId))?.nodeId
}

test('what is no label, and no node, is refused', async () => {
  const cluster = await startCluster()
  const headers = { 'x-admin-token': adminToken }
  const put = (nodeId: string, labels: unknown) =>
    cluster.call('PUT', `/nodes/${nodeId}/labels`, { headers, body: { labels } })
  expect((await put('n1', ['a b'])).status).toBe(400)
  expect((await put('n1', ['a=1', 'a=2'])).status).toBe(400)
  expect((await put('n1', 'gpu')).status).toBe(400)
  expect((await put('nobody', ['gpu'])).status).toBe(404)
  expect((await cluster.call('PUT', '/nodes/n1/labels', { body: { labels: [] } })).status).toBe(401)
  await expect(labelNode(adminOf(cluster), 'n1', ['-bad'])).rejects.toThrow('no label')
})

test('a single machine has no labels', async () => {
  const single = await startWorld()
  const admin = adminOf(single)
  await expect(labelNode(admin, 'simulated', ['gpu'])).rejects.toThrow('single machine')
  const headers = { 'x-admin-token': adminToken }
  const { body: teams } = await single.call('GET', '/admin/teams', { key: null, headers })
  const { teamID } = (teams as { teamID: string }[])[0] ?? { teamID: '' }
  const patch = { key: null, headers, body: { nodeLabels: ['gpu'] } }
  expect((await single.call('PATCH', `/admin/teams/${teamID}`, patch)).status).toBe(409)
})
