/** Several nodes, as clients of control see them. */
import { LeaseVerdict } from '@cay/contract/gen/cluster/lease_pb.js'
import { errorCodeHeader } from '@cay/contract/names.ts'
import { effectiveLists } from '@cay/core/egress/lists.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { localNodeId } from '@cay/core/placement/node-id.ts'
import { acceptEpoch } from '@cay/orchestrator/app/sandbox/run-command.ts'
import { ConnectError } from '@connectrpc/connect'
import { expect, test, vi } from 'vitest'
import { type Cluster, startCluster } from './cluster-world.ts'
import { adminToken } from './control-world.ts'

const forever = { timeout: 24 * 3600 }
const minute = 60_000

async function createOn(cluster: Cluster, nodeId: string): Promise<string> {
  for (;;) {
    const sandboxId = await cluster.create(forever)
    if ((await cluster.placeOf(sandboxId)) === nodeId) return sandboxId
  }
}

const status = async (reply: Promise<{ readonly status: number }>) => (await reply).status
const resume = (cluster: Cluster, sandboxId: string) =>
  cluster.call('POST', `/sandboxes/${sandboxId}/resume`, { body: { timeout: 3600 } })
const admin = { headers: { 'x-admin-token': adminToken } }

test('sandboxes are spread over the nodes, and each is used where it is', async () => {
  const cluster = await startCluster()
  const ids: string[] = []
  for (let turn = 0; turn < 9; turn++) ids.push(await cluster.create(forever))
  const counts = await Promise.all(cluster.nodes.map(async (node) => (await node.running()).length))
  expect(Math.max(...counts)).toBeLessThan(9)
  expect(counts.reduce((sum, count) => sum + count)).toBe(9)
  for (const sandboxId of ids) {
    const { nodeId } = (await cluster.store.findSandbox(sandboxId)) ?? {}
    expect(await cluster.nodeOf(nodeId).running()).toContain(sandboxId)
    expect(
      await status(cluster.call('POST', `/sandboxes/${sandboxId}/timeout`, { body: { timeout: 60 } })),
    ).toBe(204)
    expect(await status(cluster.call('DELETE', `/sandboxes/${sandboxId}`))).toBe(204)
  }
  for (const node of cluster.nodes) expect(await node.running()).toEqual([])
})

test('a node that refuses is followed by another one', async () => {
  const cluster = await startCluster(2)
  const [first, second] = cluster.nodes
  if (first === undefined || second === undefined) throw new Error('two nodes were started')
  first.node.room = 0
  for (let turn = 0; turn < 4; turn++) await cluster.create(forever)
  expect((await second.running()).length).toBe(4)
  second.node.room = 4
  expect(await status(cluster.call('POST', '/v2/sandboxes', { body: { templateID: 'base' } }))).toBe(503)
})

test('a paused sandbox resumes on another node when its own is away', async () => {
  const cluster = await startCluster()
  const sandboxId = await createOn(cluster, 'n1')
  expect(await status(cluster.call('POST', `/sandboxes/${sandboxId}/pause`))).toBe(204)
  await cluster.pass(11_000)
  expect(await cluster.placeOf(sandboxId)).toBeNull()
  cluster.nodeOf('n1').cut()
  await cluster.pass(20_000)
  expect(await status(resume(cluster, sandboxId))).toBe(201)
  const place = await cluster.placeOf(sandboxId)
  expect(place).not.toBe('n1')
  expect(await cluster.nodeOf(place).running()).toContain(sandboxId)
  // The copy on the first node is older than what runs now.
  cluster.nodeOf('n1').heal()
  await cluster.pass(30_000)
  expect(cluster.nodeOf('n1').node.orchestrator.machine.paused.size).toBe(0)
  expect(await cluster.placeOf(sandboxId)).toBe(place)
})

test('a sandbox whose node is lost just after its pause was answered cannot be resumed', async () => {
  const cluster = await startCluster()
  const sandboxId = await createOn(cluster, 'n1')
  expect(await status(cluster.call('POST', `/sandboxes/${sandboxId}/pause`))).toBe(204)
  cluster.nodeOf('n1').cut()
  const resumed = status(resume(cluster, sandboxId))
  await cluster.pass(10_000)
  expect(await resumed).toBe(201)
  expect(await cluster.placeOf(sandboxId)).not.toBe('n1')
})

test('a sandbox that was just paused resumes elsewhere while another resume detaches it, as its node drains', async () => {
  const cluster = await startCluster()
  const sandboxId = await createOn(cluster, 'n1')
  expect(await status(cluster.call('POST', `/sandboxes/${sandboxId}/pause`))).toBe(204)
  await cluster.call('POST', '/nodes/n1', { body: { status: 'draining' }, ...admin })
  const detach = cluster.store.detachStored.bind(cluster.store)
  // The other resume is first.
  vi.spyOn(cluster.store, 'detachStored').mockImplementationOnce(async (nodeId) => {
    expect(await detach(nodeId)).toBe(1)
    return await detach(nodeId)
  })
  expect(await status(resume(cluster, sandboxId))).toBe(201)
  expect(await cluster.placeOf(sandboxId)).not.toBe('n1')
})

test('a paused sandbox resumes where it was paused while that node is there', async () => {
  const cluster = await startCluster()
  for (let turn = 0; turn < 3; turn++) {
    const sandboxId = await createOn(cluster, 'n2')
    await cluster.call('POST', `/sandboxes/${sandboxId}/pause`)
    await cluster.pass(11_000)
    expect(await status(resume(cluster, sandboxId))).toBe(201)
    expect(await cluster.placeOf(sandboxId)).toBe('n2')
  }
})

test('a partition that is shorter than the lease allows ends nothing', async () => {
  const cluster = await startCluster()
  const sandboxId = await createOn(cluster, 'n1')
  cluster.nodeOf('n1').cut()
  await cluster.pass(60_000)
  expect(await cluster.call('GET', `/sandboxes/${sandboxId}`)).toMatchObject({ body: { state: 'running' } })
  const refused = await cluster.call('POST', `/sandboxes/${sandboxId}/pause`)
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('5')
  for (let turn = 0; turn < 6; turn++) expect(await cluster.placeOf(await cluster.create())).not.toBe('n1')
  cluster.nodeOf('n1').heal()
  await cluster.pass(11_000)
  expect(await status(cluster.call('POST', `/sandboxes/${sandboxId}/pause`))).toBe(204)
})

test('a longer partition ends what ran, and the node drops it when it is back', async () => {
  const cluster = await startCluster()
  const running = await createOn(cluster, 'n1')
  const other = await createOn(cluster, 'n2')
  cluster.nodeOf('n1').cut()
  await cluster.pass(5 * minute + 10_000)
  expect(await status(cluster.call('GET', `/sandboxes/${running}`))).toBe(404)
  expect((await cluster.store.findSandbox(running))?.endReason).toBe('node_lost')
  expect(await status(cluster.call('GET', `/sandboxes/${other}`))).toBe(200)
  cluster.nodeOf('n1').heal()
  await cluster.renewAll()
  expect(cluster.nodeOf('n1').verdict).toBe(LeaseVerdict.LOST)
  await cluster.pass(20_000)
  expect(cluster.nodeOf('n1').verdict).toBe(LeaseVerdict.OK)
  expect(await cluster.nodeOf('n1').running()).toEqual([])
  expect(await cluster.nodeOf('n2').running()).toContain(other)
})

test('a node that was back was given up once more, because its renewal was not recorded yet', async () => {
  const cluster = await startCluster(1)
  const node = cluster.nodeOf('n1')
  node.cut()
  await cluster.pass(5 * minute + 10_000)
  node.heal()
  await cluster.renewAll()
  expect(node.verdict).toBe(LeaseVerdict.LOST)
  const away = new ServiceError('database_unavailable', 'the database does not answer')
  vi.spyOn(cluster.store, 'renewNodes').mockRejectedValueOnce(away)
  const refused = node.renew(cluster.transport()).catch(() => 'refused')
  node.cut()
  // Long enough for the one who watches the leases to look.
  await cluster.pass(6_000)
  expect(await refused).toBe('refused')
  expect(await cluster.store.findNode('n1')).toMatchObject({ incarnation: 2, lostAtMs: null })
})

test('a reboot ends what ran at once', async () => {
  const cluster = await startCluster()
  const running = await createOn(cluster, 'n1')
  cluster.nodeOf('n1').bootId = 'boot-2'
  await cluster.renewAll()
  expect((await cluster.store.findSandbox(running))?.endReason).toBe('node_lost')
})

test('a node took control without its database for one that is away, and ended what ran on it', async () => {
  const cluster = await startCluster(1)
  const away = new ServiceError('database_unavailable', 'the database does not answer')
  vi.spyOn(cluster.store, 'renewNodes').mockRejectedValueOnce(away)
  const refused = cluster
    .nodeOf('n1')
    .renew(cluster.transport())
    .catch((error: unknown) => ConnectError.from(error))
  // Renewals are gathered for a moment.
  await cluster.pass(1_000)
  // By it the node excuses control, where that is the only one.
  expect((await refused)?.metadata.get(errorCodeHeader)).toBe('database_unavailable')
})

test('a node was given up because the database took no renewals, although it did all else', async () => {
  const cluster = await startCluster(1)
  const sandboxId = await createOn(cluster, 'n1')
  const readOnly = vi
    .spyOn(cluster.store, 'renewNodes')
    .mockRejectedValue(new ServiceError('database_unavailable', 'the database does not answer'))
  for (let passedMs = 0; passedMs < 6 * minute; passedMs += 5_000) {
    await cluster.clock.advance(5_000)
    await expect(cluster.renewAll()).rejects.toThrow('the database does not answer')
  }
  readOnly.mockRestore()
  await cluster.pass(20_000)
  expect(await status(cluster.call('GET', `/sandboxes/${sandboxId}`))).toBe(200)
  expect(cluster.nodeOf('n1').verdict).toBe(LeaseVerdict.OK)
})

test('a timeout of a sandbox that another control process has just placed anew failed with an internal error', async () => {
  const cluster = await startCluster(1)
  const sandboxId = await cluster.create(forever)
  const { epoch = 0, endAtMs = 0 } = (await cluster.store.findSandbox(sandboxId)) ?? {}
  await cluster.nodeOf('n1').clients.orchestrator.setExpiry(sandboxId, endAtMs, epoch + 1)
  const body = { timeout: 60 }
  expect(await status(cluster.call('POST', `/sandboxes/${sandboxId}/timeout`, { body }))).toBe(409)
})

test('a resume that another control process has overtaken was refused as if the memory could not be restored', async () => {
  const cluster = await startCluster(1)
  const sandboxId = await cluster.create(forever)
  expect(await status(cluster.call('POST', `/sandboxes/${sandboxId}/pause`))).toBe(204)
  const { orchestrator } = cluster.nodeOf('n1').node
  orchestrator.beforeCall = async ({ method }) => {
    if (method !== 'resumeSandbox') return
    orchestrator.beforeCall = async () => undefined
    const { epoch = 0 } = (await cluster.store.findSandbox(sandboxId)) ?? {}
    const { node } = orchestrator
    await acceptEpoch(node, { sandboxId, epoch: epoch + 1 })
  }
  expect(await resume(cluster, sandboxId)).toMatchObject({
    status: 409,
    body: { message: `sandbox '${sandboxId}' was changed by another request` },
  })
})

test('nothing is placed on a node whose clock is wrong', async () => {
  const cluster = await startCluster(2)
  cluster.nodeOf('n1').clockOffsetMs = 3_000
  await cluster.pass(10_000)
  for (let turn = 0; turn < 6; turn++) expect(await cluster.placeOf(await cluster.create())).toBe('n2')
})

test('nothing is placed on a node of a version that control does not speak with', async () => {
  const cluster = await startCluster(2)
  cluster.nodeOf('n1').version = '0.2.0'
  await cluster.pass(10_000)
  for (let turn = 0; turn < 6; turn++) expect(await cluster.placeOf(await cluster.create())).toBe('n2')
})

test('nothing is placed on a node without a link while another one has a link', async () => {
  const cluster = await startCluster(2)
  const [first, second] = [cluster.nodeOf('n1'), cluster.nodeOf('n2')]
  first.isLinked = false
  for (let turn = 0; turn < 6; turn++) expect(await cluster.placeOf(await cluster.create())).toBe('n2')
  // Where none has one, the call waits for it.
  second.isLinked = false
  expect(await cluster.placeOf(await cluster.create())).toMatch(/^n[12]$/)
})

test('a draining node takes nothing new, and what runs goes on', async () => {
  const cluster = await startCluster(2)
  const running = await createOn(cluster, 'n1')
  const body = { status: 'draining' }
  expect(await status(cluster.call('POST', '/nodes/n1', { body, ...admin }))).toBe(204)
  for (let turn = 0; turn < 6; turn++) expect(await cluster.placeOf(await cluster.create())).toBe('n2')
  expect(await status(cluster.call('GET', `/sandboxes/${running}`))).toBe(200)
  const { body: nodes } = await cluster.call('GET', '/nodes', admin)
  expect((nodes as { id: string; status: string }[]).map(({ id, status: shown }) => [id, shown])).toEqual([
    ['n1', 'draining'],
    ['n2', 'ready'],
  ])
})

test('a node that was made ready again refuses sandboxes until it renews its lease', async () => {
  const cluster = await startCluster(2)
  const set = (nodeId: string, to: string) =>
    status(cluster.call('POST', `/nodes/${nodeId}`, { body: { status: to }, ...admin }))
  expect(await set('n2', 'draining')).toBe(204)
  expect(await set('n1', 'draining')).toBe(204)
  // As its renewal does when it does not hear of it at once.
  await cluster.nodeOf('n1').clients.orchestrator.setNodeStatus('draining')
  expect(await set('n1', 'ready')).toBe(204)
  expect(await cluster.placeOf(await cluster.create())).toBe('n1')
})

test('a status can be set of a node that does not respond', async () => {
  const cluster = await startCluster(2)
  cluster.nodeOf('n1').cut()
  const body = { status: 'draining' }
  expect(await status(cluster.call('POST', '/nodes/n1', { body, ...admin }))).toBe(204)
  cluster.nodeOf('n1').heal()
  for (let turn = 0; turn < 4; turn++) expect(await cluster.placeOf(await cluster.create())).toBe('n2')
})

test('the list of nodes fails as a whole when one of them answers with an internal error', async () => {
  const cluster = await startCluster(2)
  const { orchestrator } = cluster.nodeOf('n1').clients
  const list = async () => {
    const { status: code, body } = await cluster.call('GET', '/nodes', admin)
    const nodes = body as { id: string; status: string; version: string }[]
    return { code, nodes: nodes.map(({ id, status: shown, version }) => [id, shown, version]) }
  }
  const { nodes: before } = await list()
  const broken = vi
    .spyOn(orchestrator, 'describeNode')
    .mockRejectedValue(new ServiceError('internal', 'internal error'))
  const [[, , version] = []] = before
  expect(await list()).toEqual({ code: 200, nodes: [['n1', 'unhealthy', version], before[1]] })
  broken.mockRestore()
  expect(await list()).toEqual({ code: 200, nodes: before })
})

test('a status of a node that was recorded is told as one that was not, because the node or the next read fails', async () => {
  const cluster = await startCluster(2)
  const { orchestrator } = cluster.nodeOf('n1').clients
  vi.spyOn(orchestrator, 'setNodeStatus').mockRejectedValueOnce(
    new ServiceError('internal', 'internal error'),
  )
  const set = (to: string) => status(cluster.call('POST', '/nodes/n1', { body: { status: to }, ...admin }))
  expect(await set('draining')).toBe(204)
  expect((await cluster.store.findNode('n1'))?.desired).toBe('draining')
  vi.spyOn(cluster.store, 'listNodes').mockRejectedValueOnce(
    new ServiceError('database_unavailable', 'the database does not answer'),
  )
  expect(await set('ready')).toBe(204)
  expect((await cluster.store.findNode('n1'))?.desired).toBe('ready')
})

test('copies are made on the node of their source', async () => {
  const cluster = await startCluster()
  const source = await createOn(cluster, 'n3')
  const reply = await cluster.call('POST', `/sandboxes/${source}/fork`, { body: { count: 3, timeout: 60 } })
  expect(reply.status).toBe(201)
  expect((await cluster.nodeOf('n3').running()).length).toBeGreaterThanOrEqual(4)
})

test('a sandbox that is killed while it is on no node is gone', async () => {
  const cluster = await startCluster()
  const sandboxId = await createOn(cluster, 'n1')
  await cluster.call('POST', `/sandboxes/${sandboxId}/pause`)
  await cluster.pass(11_000)
  cluster.nodeOf('n1').cut()
  await cluster.pass(20_000)
  expect(await status(cluster.call('DELETE', `/sandboxes/${sandboxId}`))).toBe(204)
  expect(await status(resume(cluster, sandboxId))).toBe(404)
  cluster.nodeOf('n1').heal()
  await cluster.pass(20_000)
  expect(cluster.nodeOf('n1').node.orchestrator.machine.paused.size).toBe(0)
})

test('sandboxes of a single machine are served, paused and resumed elsewhere when it is the first member', async () => {
  const cluster = await startCluster(2, { firstId: localNodeId })
  const [first] = cluster.nodes
  if (first === undefined) throw new Error('two nodes were started')
  const model = await cluster.store.findSandbox(await createOn(cluster, localNodeId))
  if (model === undefined) throw new Error('a sandbox was created')
  const { templateId, buildId, lifecycle } = model
  const sandboxId = 'i00000000000000000077'
  // As a single machine has created it: without an epoch, on a node that has no name of its own.
  await first.node.client.createSandbox(
    {
      ...{ sandboxId, templateId, buildId, lifecycle, accessToken: '', timeoutSeconds: 3600 },
      ...{ envVars: {}, keepsEnvVars: true, egress: effectiveLists(null, null) },
      ingress: { trafficToken: '', maskRequestHost: '', httpsPorts: [] },
    },
    AbortSignal.timeout(10_000),
  )
  await cluster.store.insertSandbox({ ...model, sandboxId, nodeId: localNodeId })
  await cluster.pass(31_000)
  expect(await first.running()).toContain(sandboxId)
  const of = (path: string) => `/sandboxes/${sandboxId}${path}`
  expect(await cluster.call('GET', of(''))).toMatchObject({ body: { state: 'running' } })
  expect(await status(cluster.call('POST', of('/timeout'), { body: { timeout: 3600 } }))).toBe(204)
  expect(await status(cluster.call('POST', of('/pause')))).toBe(204)
  await cluster.pass(11_000)
  first.cut()
  await cluster.pass(20_000)
  expect(await status(resume(cluster, sandboxId))).toBe(201)
  expect(await cluster.nodeOf('n2').running()).toContain(sandboxId)
})

test('a node that is given up by command has lost what ran at once, and others go on', async () => {
  const cluster = await startCluster()
  const [running, paused, other] = [
    await createOn(cluster, 'n1'),
    await createOn(cluster, 'n1'),
    await createOn(cluster, 'n2'),
  ]
  await cluster.call('POST', `/sandboxes/${paused}/pause`)
  cluster.nodeOf('n1').cut()
  expect(await status(cluster.call('POST', '/nodes/host-n1/lost', admin))).toBe(204)
  expect((await cluster.store.findSandbox(running))?.endReason).toBe('node_lost')
  expect(await status(cluster.call('GET', `/sandboxes/${other}`))).toBe(200)
  expect(await status(resume(cluster, paused))).toBe(201)
  expect(await status(cluster.call('POST', '/nodes/nobody/lost', admin))).toBe(404)
})

test('a node is removed once no sandbox is on it, and its links are closed', async () => {
  const cluster = await startCluster(2)
  const sandboxId = await createOn(cluster, 'n1')
  const refused = await cluster.call('DELETE', '/nodes/n1', admin)
  expect(refused).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("sandboxes are on node 'n1'") },
  })
  expect(cluster.linked()).toEqual(['n1', 'n2'])
  expect(await status(cluster.call('DELETE', `/sandboxes/${sandboxId}`))).toBe(204)
  cluster.nodeOf('n1').cut()
  expect(await status(cluster.call('DELETE', '/nodes/n1', admin))).toBe(204)
  expect(cluster.linked()).toEqual(['n2'])
  const { body: nodes } = await cluster.call('GET', '/nodes', admin)
  expect((nodes as { id: string }[]).map(({ id }) => id)).toEqual(['n2'])
  expect(await status(cluster.call('DELETE', '/nodes/n1', admin))).toBe(404)
  for (let turn = 0; turn < 3; turn++) expect(await cluster.placeOf(await cluster.create())).toBe('n2')
})

test('a node that was just removed is told that it has lost what runs, under the incarnation that it has', async () => {
  const cluster = await startCluster(2)
  // As another control process does.
  await cluster.store.removeNode('n1', { withVolumes: false })
  await expect(cluster.renewAll()).rejects.toThrow('the cluster has no such node: it was removed')
})

test('a node that was given up could not be removed, because what was paused on it alone could not be killed', async () => {
  const cluster = await startCluster(2)
  const ids: string[] = []
  while (!ids.some((id) => cluster.nodeOf('n1').node.orchestrator.node.registry.find(id) !== undefined))
    ids.push(await cluster.create({ timeout: 30, autoPause: true }))
  await cluster.pass(41_000)
  // At their timeout they were paused by the node, which has not stored them yet.
  const sandboxId = ids.at(-1) ?? ''
  expect(await cluster.store.findSandbox(sandboxId)).toMatchObject({ state: 'paused', nodeId: 'n1' })
  cluster.nodeOf('n1').cut()
  expect(await status(cluster.call('POST', '/nodes/n1/lost', admin))).toBe(204)
  const kill = async () => await status(cluster.call('DELETE', `/sandboxes/${sandboxId}`))
  expect(await status(cluster.call('DELETE', '/nodes/n1', admin))).toBe(409)
  expect(await kill()).toBe(204)
  expect(await status(cluster.call('DELETE', '/nodes/n1', admin))).toBe(204)
})

test('a sandbox that was killed while its node was given up is dropped by the node when it is back', async () => {
  const cluster = await startCluster(1)
  const sandboxId = await cluster.create({ timeout: 30, autoPause: true })
  await cluster.pass(41_000)
  const node = cluster.nodeOf('n1')
  node.cut()
  expect(await status(cluster.call('POST', '/nodes/n1/lost', admin))).toBe(204)
  expect(await status(cluster.call('DELETE', `/sandboxes/${sandboxId}`))).toBe(204)
  node.heal()
  await cluster.pass(40_000)
  expect(node.node.orchestrator.machine.paused.size).toBe(0)
  expect(await cluster.store.findSandbox(sandboxId)).toMatchObject({ state: 'ended', endReason: 'killed' })
})
