/** Which builds nodes of a cluster are told to fetch ahead, and may read because of that. */
import { ArtifactKind, Artifacts } from '@cay/contract/gen/artifact/artifact_pb.js'
import type { SimulatedBuilder } from '@cay/control/sim/simulated-builder.ts'
import { Code, createClient } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import { type Cluster, callerHeader, startCluster } from './cluster-world.ts'
import { request, resources, start, status } from './control-build-requests.ts'
import { adminToken } from './control-world.ts'

const artifacts = (cluster: Cluster) => createClient(Artifacts, cluster.transport())
const as = (nodeId: string) => ({ headers: { [callerHeader]: nodeId } })

const offersOf = async (cluster: Cluster, nodeId: string) =>
  (await artifacts(cluster).listOffers({}, as(nodeId))).offers

/** Builds the template on some node, which stores the build and says that it has it. */
async function publish(cluster: Cluster, name: string) {
  const build = await request(cluster, { name })
  expect((await start(cluster, build)).status).toBe(202)
  const builderOf = (node: (typeof cluster.nodes)[number]) => node.clients.builder as SimulatedBuilder
  const home = cluster.nodes.find((node) => builderOf(node).builds.has(build.buildID))
  if (home === undefined) throw new Error('no node has the build')
  const rootfsId = `rootfs-${build.buildID}`
  for (const [artifactId, kind, more] of [
    [rootfsId, ArtifactKind.ROOTFS, { storedBytes: 100n }],
    [build.buildID, ArtifactKind.BUILD, { storedBytes: 23n, rootfsId }],
  ] as const) {
    const { attempt } = await artifacts(cluster).beginArtifact({ artifactId, kind }, as(home.nodeId))
    await artifacts(cluster).commitArtifact({ artifactId, attempt, manifest: '{}', ...more }, as(home.nodeId))
  }
  builderOf(home).tell(build.buildID, { kind: 'ready', envdVersion: '0.6.13', resources })
  await expect.poll(async () => (await status(cluster, build)).status).toBe('ready')
  home.cached = [...home.cached, build.buildID]
  await cluster.pass(10_000)
  const other = cluster.nodes.find((node) => node !== home)
  if (other === undefined) throw new Error('the cluster has one node')
  return { ...build, rootfsId, home, other }
}

test('a build that one node has published is offered to the others, which may read it then', async () => {
  const cluster = await startCluster(2)
  const { buildID, rootfsId, other } = await publish(cluster, 'app')
  expect(await offersOf(cluster, other.nodeId)).toMatchObject([{ buildId: buildID, storedBytes: 123n }])
  for (const artifactId of [buildID, rootfsId])
    expect((await artifacts(cluster).openArtifact({ artifactId }, as(other.nodeId))).manifest).toBe('{}')
  const shown = await cluster.call('GET', '/nodes', { headers: { 'x-admin-token': adminToken } })
  expect(shown.body).toMatchObject([{ cachedBuildCount: expect.any(Number) }, {}])
})

test('of each template the newest build is offered, and the one that was published last is the first', async () => {
  const cluster = await startCluster(2)
  const old = await publish(cluster, 'app')
  const newer = await publish(cluster, 'app')
  const second = await publish(cluster, 'second')
  const ids = (await offersOf(cluster, 'n1')).map(({ buildId }) => buildId)
  expect(ids).toEqual([second.buildID, newer.buildID])
  expect(ids).not.toContain(old.buildID)
})

test('a build of a team that needs labels is neither offered to nor read by a node without them', async () => {
  const cluster = await startCluster(2)
  const { buildID, other } = await publish(cluster, 'app')
  const [team] = (await cluster.store.listTeams()).filter(({ slug }) => slug === 'default')
  await cluster.store.setTeamNodeLabels(team?.teamId ?? '', ['pool=a'])
  await cluster.pass(10_000)
  expect(await offersOf(cluster, other.nodeId)).toEqual([])
  await expect(
    artifacts(cluster).openArtifact({ artifactId: buildID }, as(other.nodeId)),
  ).rejects.toMatchObject({ code: Code.PermissionDenied })
  await cluster.store.setNodeLabels(other.nodeId, ['pool=a'])
  await cluster.pass(10_000)
  expect(await offersOf(cluster, other.nodeId)).toHaveLength(1)
})

test('the node of a single machine is offered nothing', async () => {
  const cluster = await startCluster(2)
  await publish(cluster, 'app')
  expect((await artifacts(cluster).listOffers({})).offers).toEqual([])
  expect(await offersOf(cluster, 'nobody')).toEqual([])
})
