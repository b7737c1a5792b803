/** Builds on several nodes, as clients of control see them. */
import type { SimulatedBuilder } from '@cay/control/sim/simulated-builder.ts'
import { expect, test } from 'vitest'
import { type Cluster, type ClusterNode, startCluster } from './cluster-world.ts'
import { request, resources, start, status } from './control-build-requests.ts'

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

test('a build whose node is lost ends with an error that says so, and another node takes it then', async () => {
  const cluster = await startCluster()
  const { build, node } = await startSomewhere(cluster)
  cut(node)
  await cluster.pass(200_000)
  expect(await status(cluster, build)).toMatchObject({ status: 'building' })
  await cluster.pass(120_000)
  await expect
    .poll(() => status(cluster, build))
    .toMatchObject({ status: 'error', reason: { message: expect.stringContaining('the node was lost') } })
  const again = await startSomewhere(cluster)
  expect(again.node).not.toBe(node)
  simulated(again.node).tell(again.build.buildID, { kind: 'ready', envdVersion: '0.6.13', resources })
  await expect.poll(() => status(cluster, again.build)).toMatchObject({ status: 'ready' })
})

test('a build of another node goes on when one is lost', async () => {
  const cluster = await startCluster()
  const { build, node } = await startSomewhere(cluster)
  for (const other of cluster.nodes) if (other !== node) cut(other)
  await cluster.pass(320_000)
  simulated(node).tell(build.buildID, { kind: 'ready', envdVersion: '0.6.13', resources })
  await expect.poll(() => status(cluster, build)).toMatchObject({ status: 'ready' })
})
