/** Builds on several nodes, as clients of control see them. */
import type { SimulatedBuilder } from '@cay/control/sim/simulated-builder.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { expect, test, vi } from 'vitest'
import { type Cluster, type ClusterNode, startCluster } from './cluster-world.ts'
import { entry, type Requested, request, resources, start, status } from './control-build-requests.ts'
import { adminToken } from './control-world.ts'

const admin = { headers: { 'x-admin-token': adminToken } }

/** The node that control has sent the build to. */
async function startSomewhere(cluster: Cluster, name = 'app') {
  const build = await request(cluster, { name })
  expect((await start(cluster, build)).status).toBe(202)
  const node = cluster.nodes.find(({ clients }) => simulated({ clients }).builds.has(build.buildID))
  if (node === undefined) throw new Error('no node has the build')
  return { build, node }
}

/** Ends the build, as the node says it did. */
async function finish(cluster: Cluster, { build, node }: Started, isReady = true): Promise<void> {
  const { buildID } = build
  simulated(node).tell(
    buildID,
    isReady
      ? { kind: 'ready', envdVersion: '0.6.13', resources }
      : { kind: 'failed', reason: 'exit status 1', step: '2' },
  )
  await expect.poll(async () => (await status(cluster, build)).status).toBe(isReady ? 'ready' : 'error')
}

/** Whether the nodes take builds. */
async function setReady(cluster: Cluster, nodes: readonly ClusterNode[], isReady: boolean): Promise<void> {
  const body = { status: isReady ? 'ready' : 'draining' }
  for (const { nodeId } of nodes)
    expect((await cluster.call('POST', `/nodes/${nodeId}`, { body, ...admin })).status).toBe(204)
}

type Started = Awaited<ReturnType<typeof startSomewhere>>

const simulated = ({ clients }: Pick<ClusterNode, 'clients'>) => clients.builder as SimulatedBuilder

function cut(node: ClusterNode): void {
  node.cut()
  const builder = simulated(node)
  builder.isAway = true
  // Its connection ends, and what it built is gone with it.
  builder.forgetBuilds()
}

/** The node that has the build now. */
async function nodeOfBuild(cluster: Cluster, { buildID }: Requested, without: ClusterNode) {
  const find = () => cluster.nodes.find((node) => node !== without && simulated(node).builds.has(buildID))
  await expect
    .poll(async () => {
      await cluster.pass(1000)
      return find()
    })
    .toBeDefined()
  const node = find()
  if (node === undefined) throw new Error('no other node has the build')
  return node
}

test('a build whose node is lost ends, although another node could finish it', async () => {
  const cluster = await startCluster()
  const { build, node } = await startSomewhere(cluster)
  simulated(node).tell(build.buildID, entry('first step'))
  await expect.poll(async () => (await status(cluster, build)).logEntries).toHaveLength(1)
  const order = simulated(node).builds.get(build.buildID)?.order
  cut(node)
  await cluster.pass(200_000)
  expect(await status(cluster, build)).toMatchObject({ status: 'building' })
  await cluster.pass(120_000)
  const other = await nodeOfBuild(cluster, build, node)
  expect(simulated(other).builds.get(build.buildID)?.order).toEqual(order)
  const { buildID } = build
  simulated(other).tell(buildID, entry('first step again'), {
    kind: 'ready',
    envdVersion: '0.6.13',
    resources,
  })
  await expect
    .poll(async () => {
      await cluster.pass(1000)
      return await status(cluster, build)
    })
    .toMatchObject({ status: 'ready' })
  const messages = (await status(cluster, build)).logEntries.map(({ message }) => message)
  expect(messages).toEqual([
    'first step',
    'The node was lost. The build starts again on another node.',
    'first step again',
  ])
  expect(await cluster.store.findBuildOrder(buildID)).toBeUndefined()
})

test('a template that comes with Cay is built where the build runs that starts from it, and again where that goes', async () => {
  const cluster = await startCluster()
  for (const node of cluster.nodes) simulated(node).recipes.set('desktop', 'building')
  const build = await request(cluster, { name: 'app' })
  await start(cluster, build, { fromTemplate: 'desktop' })
  const asked = cluster.nodes.filter((node) => simulated(node).recipeWaits.length > 0)
  expect(asked.map((node) => simulated(node).builds.has(build.buildID))).toEqual([true])
  const [node] = asked
  if (node === undefined) throw new Error('no node was asked')
  cut(node)
  await cluster.pass(320_000)
  const other = await nodeOfBuild(cluster, build, node)
  const source = simulated(other).builds.get(build.buildID)?.order.source
  expect(source).toEqual({ kind: 'recipe', alias: 'desktop' })
})

test('a build that starts from a template which is not built yet is placed on a node of an earlier version, which refuses it', async () => {
  const cluster = await startCluster(2)
  const [older, newer] = cluster.nodes
  if (older === undefined || newer === undefined) throw new Error('two nodes were started')
  older.buildsFromRecipes = false
  for (const node of cluster.nodes) simulated(node).recipes.set('desktop', 'building')
  await cluster.renewAll()
  for (let number = 0; number < 6; number++) {
    const build = await request(cluster, { name: `app-${number}` })
    expect((await start(cluster, build, { fromTemplate: 'desktop' })).status).toBe(202)
    expect(simulated(newer).builds.has(build.buildID)).toBe(true)
  }
  newer.buildsFromRecipes = false
  await cluster.renewAll()
  const build = await request(cluster, { name: 'app' })
  expect(await start(cluster, build, { fromTemplate: 'desktop' })).toMatchObject({
    status: 503,
    body: {
      message:
        "no node of this cluster can build from 'desktop' yet: upgrade the nodes, or create a sandbox of 'desktop' first",
    },
  })
  expect(await start(cluster, build, { fromTemplate: 'base' })).toMatchObject({ status: 202 })
  const other = await request(cluster, { name: 'other' })
  expect((await start(cluster, other, { fromTemplate: 'nobodys' })).status).toBe(202)
  expect(await status(cluster, other)).toMatchObject({ status: 'error', reason: { step: 'base' } })
})

test('a build whose second node is lost as well ends with an error that says so', async () => {
  const cluster = await startCluster()
  const { build, node } = await startSomewhere(cluster)
  cut(node)
  await cluster.pass(320_000)
  const other = await nodeOfBuild(cluster, build, node)
  cut(other)
  await cluster.pass(320_000)
  await expect
    .poll(async () => {
      await cluster.pass(1000)
      return await status(cluster, build)
    })
    .toMatchObject({ status: 'error', reason: { message: expect.stringContaining('the node was lost') } })
  expect(await cluster.store.findBuildOrder(build.buildID)).toBeUndefined()
})

test('a build that started again was lost when the node that was chosen refused it', async () => {
  const cluster = await startCluster()
  const { build, node } = await startSomewhere(cluster)
  const others = cluster.nodes.filter((other) => other !== node)
  let refusals = 0
  for (const other of others) {
    const builder = simulated(other)
    const start = builder.startBuild.bind(builder)
    vi.spyOn(builder, 'startBuild').mockImplementation(async (order) => {
      if (refusals++ === 0) throw new ServiceError('no_capacity', '100 builds are queued already')
      await start(order)
    })
  }
  cut(node)
  await cluster.pass(320_000)
  const other = await nodeOfBuild(cluster, build, node)
  expect((await cluster.store.findBuildDetail(build.buildID))?.nodeId).toBe(other.nodeId)
  expect(refusals).toBe(2)
  simulated(other).tell(build.buildID, { kind: 'ready', envdVersion: '0.6.13', resources })
  await expect.poll(() => status(cluster, build)).toMatchObject({ status: 'ready' })
})

test('a build that started again was lost when no node answered for a while', async () => {
  const cluster = await startCluster(2)
  const { build, node } = await startSomewhere(cluster)
  const [other] = cluster.nodes.filter((one) => one !== node)
  if (other === undefined) throw new Error('two nodes were started')
  simulated(other).isAway = true
  cut(node)
  await cluster.pass(320_000)
  await cluster.pass(120_000)
  expect(await status(cluster, build)).toMatchObject({ status: 'building' })
  simulated(other).isAway = false
  expect(await nodeOfBuild(cluster, build, node)).toBe(other)
  const { logEntries } = await status(cluster, build)
  expect(logEntries.map(({ message }) => message)).toEqual([
    'The node was lost. The build starts again on another node.',
  ])
})

test('a first build fails when the node that was chosen refuses it', async () => {
  const cluster = await startCluster()
  let refusals = 0
  for (const { clients } of cluster.nodes) {
    const builder = simulated({ clients })
    const begin = builder.startBuild.bind(builder)
    vi.spyOn(builder, 'startBuild').mockImplementation(async (order) => {
      if (refusals++ === 0) throw new ServiceError('no_capacity', '100 builds are queued already')
      await begin(order)
    })
  }
  const { build, node } = await startSomewhere(cluster)
  expect(refusals).toBe(2)
  expect((await cluster.store.findBuildDetail(build.buildID))?.nodeId).toBe(node.nodeId)
  await finish(cluster, { build, node })
})

test('a first build fails when the node that is asked for its base does not answer', async () => {
  const cluster = await startCluster()
  const [away, ...others] = cluster.nodes
  if (away === undefined) throw new Error('three nodes were started')
  await setReady(cluster, others, false)
  // The other nodes are chosen only after this one.
  for (const node of others) simulated(node).recipes.set('desktop', 'building')
  const asked = vi.spyOn(simulated(away), 'buildRecipe').mockImplementation(async () => {
    await setReady(cluster, others, true)
    throw new ServiceError('node_unavailable', 'the node is unreachable')
  })
  const build = await request(cluster, { name: 'app' })
  expect((await start(cluster, build, { fromTemplate: 'desktop' })).status).toBe(202)
  expect(asked).toHaveBeenCalledOnce()
  expect(others.filter((node) => simulated(node).builds.has(build.buildID))).toHaveLength(1)
})

test('a build of another node goes on when one is lost', async () => {
  const cluster = await startCluster()
  const { build, node } = await startSomewhere(cluster)
  for (const other of cluster.nodes) if (other !== node) cut(other)
  await cluster.pass(320_000)
  simulated(node).tell(build.buildID, { kind: 'ready', envdVersion: '0.6.13', resources })
  await expect.poll(() => status(cluster, build)).toMatchObject({ status: 'ready' })
})

test('each build of a template is made on another node, where nothing of its steps is kept', async () => {
  const cluster = await startCluster()
  const first = await startSomewhere(cluster)
  await finish(cluster, first)
  await cluster.pass(1000)
  for (let build = 0; build < 8; build++) {
    const again = await startSomewhere(cluster)
    expect(again.node.nodeId).toBe(first.node.nodeId)
    // One that fails has left what its first steps made.
    await finish(cluster, again, build % 2 === 0)
    await cluster.pass(1000)
  }
})

test('the first builds of templates are on different nodes when they are started at once', async () => {
  const cluster = await startCluster()
  const started = await Promise.all(['one', 'two', 'three'].map((name) => startSomewhere(cluster, name)))
  expect(new Set(started.map(({ node }) => node)).size).toBe(3)
})

test('templates that were all built on one node, when it was the only one, are spread when they are built at once', async () => {
  const cluster = await startCluster()
  const others = cluster.nodes.slice(1)
  const names = ['one', 'two', 'three', 'four', 'five', 'six']
  await setReady(cluster, others, false)
  for (const name of names) await finish(cluster, await startSomewhere(cluster, name))
  await setReady(cluster, others, true)
  await cluster.pass(1000)
  const together = await Promise.all(names.map((name) => startSomewhere(cluster, name)))
  const counts = cluster.nodes.map((each) => together.filter(({ node }) => node === each).length)
  expect(counts[0]).toBe(3)
  expect(counts.slice(1).sort()).toEqual([1, 2])
  for (const one of together) await finish(cluster, one)
  await cluster.pass(1000)
  for (const [index, name] of names.entries()) {
    const again = await startSomewhere(cluster, name)
    expect(again.node.nodeId).toBe(together[index]?.node.nodeId)
    await finish(cluster, again)
  }
})

test('a build whose last node is drained is made on another one', async () => {
  const cluster = await startCluster()
  const first = await startSomewhere(cluster)
  await finish(cluster, first)
  await setReady(cluster, [first.node], false)
  await cluster.pass(1000)
  const second = await startSomewhere(cluster)
  expect(second.node.nodeId).not.toBe(first.node.nodeId)
  await finish(cluster, second)
  await setReady(cluster, [first.node], true)
  await cluster.pass(1000)
  expect((await startSomewhere(cluster)).node.nodeId).toBe(second.node.nodeId)
})
