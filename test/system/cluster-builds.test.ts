/** Builds on several nodes, as clients of control see them. */
import type { SimulatedBuilder } from '@cay/control/sim/simulated-builder.ts'
import { expect, test } from 'vitest'
import { type Cluster, type ClusterNode, startCluster } from './cluster-world.ts'
import { entry, type Requested, request, resources, start, status } from './control-build-requests.ts'

/** The node that control has sent the build to. */
async function startSomewhere(cluster: Cluster) {
  const build = await request(cluster, { name: 'app' })
  expect((await start(cluster, build)).status).toBe(202)
  const node = cluster.nodes.find(({ clients }) => simulated({ clients }).builds.has(build.buildID))
  if (node === undefined) throw new Error('no node has the build')
  return { build, node }
}

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

test('a build of another node goes on when one is lost', async () => {
  const cluster = await startCluster()
  const { build, node } = await startSomewhere(cluster)
  for (const other of cluster.nodes) if (other !== node) cut(other)
  await cluster.pass(320_000)
  simulated(node).tell(build.buildID, { kind: 'ready', envdVersion: '0.6.13', resources })
  await expect.poll(() => status(cluster, build)).toMatchObject({ status: 'ready' })
})
