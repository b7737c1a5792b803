/** A node does what control asks for, or may yet do it, and its response does not arrive. */
import { rpcError } from '@cay/orchestrator/sim/simulated-orchestrator.ts'
import { expect, test } from 'vitest'
import { type Cluster, type ClusterNode, startCluster } from './cluster-world.ts'
import { adminToken } from './control-world.ts'

const forever = { timeout: 24 * 3600 }
const resume = (cluster: Cluster, sandboxId: string) =>
  cluster.call('POST', `/sandboxes/${sandboxId}/resume`, { body: { timeout: 3600 } })

/** The node of the next create is cut off while it makes the sandbox. */
function cutDuringCreate({ nodes }: Cluster): { node?: ClusterNode } {
  const cut: { node?: ClusterNode } = {}
  for (const node of nodes)
    node.node.beforeCreate = async () => {
      if (cut.node !== undefined) return
      cut.node = node
      node.cut()
    }
  return cut
}

/** Which nodes run it. */
async function runningOn({ nodes }: Cluster, sandboxId: string): Promise<string[]> {
  const found = await Promise.all(
    nodes.map(async (node) => ((await node.running()).includes(sandboxId) ? [node.nodeId] : [])),
  )
  return found.flat()
}

/** Its memory is in the object store, and it is on no node. */
async function createStored(cluster: Cluster): Promise<string> {
  const sandboxId = await cluster.create(forever)
  expect((await cluster.call('POST', `/sandboxes/${sandboxId}/pause`)).status).toBe(204)
  await cluster.pass(11_000)
  expect(await cluster.placeOf(sandboxId)).toBeNull()
  return sandboxId
}

/** The node that has the sandbox is cut off while it resumes it. */
function cutDuringResume({ nodes }: Cluster): { node?: ClusterNode } {
  const cut: { node?: ClusterNode } = {}
  for (const node of nodes)
    node.node.during = async (verb) => {
      if (verb !== 'resume' || cut.node !== undefined) return
      cut.node = node
      node.cut()
    }
  return cut
}

test('a sandbox whose node did not answer its create was created under the same id on another node', async () => {
  const cluster = await startCluster()
  const cut = cutDuringCreate(cluster)
  const sandboxId = await cluster.create(forever)
  const abandoned = (await cut.node?.running()) ?? []
  expect(abandoned).toHaveLength(1)
  expect(abandoned).not.toContain(sandboxId)
  const place = await cluster.placeOf(sandboxId)
  expect(place).not.toBe(cut.node?.nodeId)
  expect(await runningOn(cluster, sandboxId)).toEqual([place])
  // Nobody knows of the other one, so it ends.
  cut.node?.heal()
  await cluster.pass(60_000)
  expect(await cut.node?.running()).toEqual([])
  expect(await runningOn(cluster, sandboxId)).toEqual([place])
})

test.each(['refuses the sandbox', 'makes the sandbox'])(
  'a create was answered with 404 because its node was given up while it %s',
  async (what) => {
    const cluster = await startCluster()
    const lost: { node?: ClusterNode } = {}
    for (const node of cluster.nodes)
      node.node.beforeCreate = async () => {
        if (lost.node !== undefined) return
        lost.node = node
        if (what === 'refuses the sandbox') node.node.room = 0
        const admin = { headers: { 'x-admin-token': adminToken } }
        expect((await cluster.call('POST', `/nodes/${node.nodeId}/lost`, admin)).status).toBe(204)
      }
    const sandboxId = await cluster.create(forever)
    const place = await cluster.placeOf(sandboxId)
    expect(place).not.toBe(lost.node?.nodeId)
    await cluster.pass(60_000)
    expect(await runningOn(cluster, sandboxId)).toEqual([place])
    expect(await lost.node?.running()).toEqual([])
  },
)

test('a create with a key that no node answered leaves nothing, and can be sent again', async () => {
  const cluster = await startCluster()
  for (const node of cluster.nodes) node.node.beforeCreate = async () => node.cut()
  const create = () =>
    cluster.call('POST', '/sandboxes', {
      body: { templateID: 'base', ...forever },
      headers: { 'idempotency-key': 'one' },
    })
  expect((await create()).status).toBe(503)
  for (const node of cluster.nodes) {
    node.node.beforeCreate = async () => undefined
    node.heal()
  }
  await cluster.pass(60_000)
  for (const node of cluster.nodes) expect(await node.running()).toEqual([])
  expect((await create()).status).toBe(201)
})

test('a stored sandbox whose node did not answer its resume was resumed a second time on another node', async () => {
  const cluster = await startCluster()
  const sandboxId = await createStored(cluster)
  const cut = cutDuringResume(cluster)
  const unanswered = await resume(cluster, sandboxId)
  expect(unanswered.status).toBe(503)
  expect(unanswered.headers.get('retry-after')).not.toBeNull()
  const nodeId = cut.node?.nodeId
  expect(await runningOn(cluster, sandboxId)).toEqual([nodeId])
  for (let turn = 0; turn < 3; turn++) {
    await cluster.pass(12_000)
    expect((await resume(cluster, sandboxId)).status).toBe(503)
    expect(await runningOn(cluster, sandboxId)).toEqual([nodeId])
    expect(await cluster.placeOf(sandboxId)).toBe(nodeId)
  }
  cut.node?.heal()
  await cluster.pass(20_000)
  expect((await cluster.store.findSandbox(sandboxId))?.state).toBe('running')
  expect(await runningOn(cluster, sandboxId)).toEqual([nodeId])
})

test('a sandbox whose node did not answer its resume goes on there when it is resumed again', async () => {
  const cluster = await startCluster()
  const sandboxId = await createStored(cluster)
  const cut = cutDuringResume(cluster)
  expect((await resume(cluster, sandboxId)).status).toBe(503)
  cut.node?.heal()
  expect((await resume(cluster, sandboxId)).status).toBe(201)
  expect(await runningOn(cluster, sandboxId)).toEqual([cut.node?.nodeId])
})

test('a sandbox whose node did not resume it is free again when the node has said so, and a late request is refused', async () => {
  const cluster = await startCluster()
  const sandboxId = await createStored(cluster)
  let silent: ClusterNode | undefined
  for (const node of cluster.nodes)
    node.node.orchestrator.beforeCall = async ({ method }) => {
      if (method !== 'resumeSandbox' || silent !== undefined) return
      silent = node
      node.cut()
      throw rpcError('Unavailable', 'the link broke')
    }
  expect((await resume(cluster, sandboxId)).status).toBe(503)
  const { epoch, nodeId } = (await cluster.store.findSandbox(sandboxId)) ?? {}
  expect(nodeId).toBe(silent?.nodeId)
  silent?.heal()
  await cluster.pass(30_000)
  expect(await cluster.placeOf(sandboxId)).toBeNull()
  const late = silent?.node.client.resumeSandbox({
    sandboxId,
    epoch: epoch ?? 0,
    timeoutSeconds: 60,
    filesOnly: false,
  })
  await expect(late).rejects.toMatchObject({ isOutcomeUnknown: false })
  expect(await runningOn(cluster, sandboxId)).toEqual([])
  expect((await resume(cluster, sandboxId)).status).toBe(201)
  expect(await runningOn(cluster, sandboxId)).toHaveLength(1)
})

test('a sandbox whose node did not answer its resume resumes elsewhere once the node is given up', async () => {
  const cluster = await startCluster()
  const sandboxId = await createStored(cluster)
  const cut = cutDuringResume(cluster)
  expect((await resume(cluster, sandboxId)).status).toBe(503)
  await cluster.pass(290_000)
  expect((await resume(cluster, sandboxId)).status).toBe(503)
  await cluster.pass(30_000)
  expect((await resume(cluster, sandboxId)).status).toBe(201)
  expect(await cluster.placeOf(sandboxId)).not.toBe(cut.node?.nodeId)
})

test('a stored sandbox resumes elsewhere when its node has not received the resume', async () => {
  const cluster = await startCluster()
  const sandboxId = await createStored(cluster)
  const adopting: ClusterNode[] = []
  for (const node of cluster.nodes)
    node.node.orchestrator.beforeCall = async ({ method }) => {
      if (method !== 'adoptPaused' || adopting.push(node) > 1) return
      node.cut()
      throw rpcError('Unavailable', 'the link broke')
    }
  expect((await resume(cluster, sandboxId)).status).toBe(201)
  const place = await cluster.placeOf(sandboxId)
  expect(place).not.toBe(adopting[0]?.nodeId)
  expect(await runningOn(cluster, sandboxId)).toEqual([place])
})
