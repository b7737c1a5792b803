/** Where control says that sandboxes are, and what it resumes for the requests that proxies get. */
import { ArtifactKind, Artifacts } from '@cay/contract/gen/artifact/artifact_pb.js'
import { Locate, LocationState as State } from '@cay/contract/gen/cluster/locate_pb.js'
import { Consent } from '@cay/contract/gen/consent/consent_pb.js'
import { limits } from '@cay/contract/limits.ts'
import { pauseInTurn } from '@cay/orchestrator/app/pause/pause-sandbox.ts'
import { Code, createClient } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import { type Cluster, callerHeader, startCluster } from './cluster-world.ts'

const autoResume = { timeout: 24 * 3600, autoPause: true, autoResume: { enabled: true } }
const headers = { [callerHeader]: 'n1' }

async function locate(cluster: Cluster, ...sandboxIds: string[]) {
  const { locations } = await createClient(Locate, cluster.transport()).locateSandboxes(
    { sandboxIds },
    { headers },
  )
  return locations
}

const resume = async (cluster: Cluster, sandboxId: string, more: Record<string, unknown> = {}) =>
  (
    await createClient(Locate, cluster.transport()).resumeForTraffic(
      { ...{ sandboxId, port: 8000, accessToken: '', trafficToken: '' }, ...more },
      { headers },
    )
  ).location

/** Paused on no node: its snapshot is in the object store. */
async function pauseAway(cluster: Cluster, sandboxId: string): Promise<void> {
  expect((await cluster.call('POST', `/sandboxes/${sandboxId}/pause`)).status).toBe(204)
  await cluster.pass(11_000)
}

test('a running sandbox is on its node, at the address that the node gave, with the epoch of its placement', async () => {
  const cluster = await startCluster()
  const ids = [await cluster.create(), await cluster.create(), await cluster.create()]
  const located = await locate(cluster, 'nobody', ...ids)
  expect(located[0]).toMatchObject({ sandboxId: 'nobody', state: State.NOT_FOUND })
  for (const [i, sandboxId] of ids.entries()) {
    const nodeId = await cluster.placeOf(sandboxId)
    const epoch = BigInt((await cluster.store.findSandbox(sandboxId))?.epoch ?? 0)
    expect(located[i + 1]).toMatchObject({
      ...{ sandboxId, state: State.ON_NODE, nodeId, address: `${nodeId}:3004`, epoch },
    })
  }
})

test('a sandbox that was killed is nowhere', async () => {
  const cluster = await startCluster(1)
  const sandboxId = await cluster.create()
  await cluster.call('DELETE', `/sandboxes/${sandboxId}`)
  expect(await locate(cluster, sandboxId)).toMatchObject([{ state: State.NOT_FOUND }])
})

test('a node that does not reach control keeps its sandboxes for proxies that reach it, until it is given up', async () => {
  const cluster = await startCluster()
  const sandboxId = await cluster.create(autoResume)
  const nodeId = await cluster.placeOf(sandboxId)
  cluster.nodeOf(nodeId).cut()
  await cluster.pass(60_000)
  expect(await locate(cluster, sandboxId)).toMatchObject([{ state: State.ON_NODE, nodeId }])
  await cluster.pass(5 * 60_000)
  expect(await locate(cluster, sandboxId)).toMatchObject([{ state: State.NOT_FOUND }])
})

test('traffic resumes a paused sandbox elsewhere when its node is away, once for all who ask', async () => {
  const cluster = await startCluster()
  const sandboxId = await cluster.create(autoResume)
  const origin = await cluster.placeOf(sandboxId)
  const before = (await cluster.store.findSandbox(sandboxId))?.epoch ?? 0
  await pauseAway(cluster, sandboxId)
  expect(await locate(cluster, sandboxId)).toMatchObject([{ state: State.PAUSED }])
  cluster.nodeOf(origin).cut()
  await cluster.pass(20_000)
  const locations = await Promise.all([0, 1, 2].map(() => resume(cluster, sandboxId)))
  const place = await cluster.placeOf(sandboxId)
  expect(place).not.toBe(origin)
  const expected = { state: State.ON_NODE, nodeId: place, epoch: BigInt(before + 1) }
  expect(locations).toMatchObject([expected, expected, expected])
  expect(await cluster.nodeOf(place).running()).toContain(sandboxId)
})

/** As a node asks for its own consent. */
const admit = (cluster: Cluster, nodeId: string) => async (sandboxId: string, generation: bigint) => {
  const request = { sandboxId, generation, takesEpoch: true }
  const caller = { headers: { [callerHeader]: nodeId } }
  const { epoch } = await createClient(Consent, cluster.transport()).admitResume(request, caller)
  return { epoch: Number(epoch) }
}

test('a sandbox that its node resumes for traffic after a resume elsewhere has failed can be stored again', async () => {
  const cluster = await startCluster(2)
  const sandboxId = await cluster.create(autoResume)
  const nodeId = (await cluster.placeOf(sandboxId)) ?? ''
  await pauseAway(cluster, sandboxId)
  for (const { node } of cluster.nodes) node.room = 0
  const refused = await cluster.call('POST', `/sandboxes/${sandboxId}/resume`, { body: { timeout: 60 } })
  expect(refused.status).toBe(503)
  const { node } = cluster.nodeOf(nodeId)
  for (const each of cluster.nodes) each.node.room = 10
  node.consent = admit(cluster, nodeId)
  expect((await node.resumeForTraffic(sandboxId)).phase).toBe('running')
  const epoch = node.orchestrator.node.registry.epochOf(sandboxId)
  expect((await cluster.store.findSandbox(sandboxId))?.epoch).toBe(epoch)
  const artifacts = createClient(Artifacts, cluster.transport())
  const caller = { headers: { [callerHeader]: nodeId } }
  const { attempt } = await artifacts.beginArtifact({ artifactId: 'next', kind: ArtifactKind.PAUSE }, caller)
  const pause = { artifactId: 'next', attempt, manifest: '{}', sandboxId, record: '{}', epoch: BigInt(epoch) }
  await artifacts.commitArtifact(pause, caller)
})

test('a sandbox that its node was to resume for traffic, and did not, is free again', async () => {
  const cluster = await startCluster(2)
  const sandboxId = await cluster.create(autoResume)
  const nodeId = (await cluster.placeOf(sandboxId)) ?? ''
  await pauseAway(cluster, sandboxId)
  // It has died between the answer and the resume.
  await admit(cluster, nodeId)(sandboxId, 1n)
  expect(await cluster.placeOf(sandboxId)).toBe(nodeId)
  await cluster.pass(40_000)
  expect(await cluster.placeOf(sandboxId)).toBeNull()
})

test('a sandbox that ran while control saw nothing of it went back to its pause before', async () => {
  const cluster = await startCluster(2)
  const sandboxId = await cluster.create(autoResume)
  const nodeId = (await cluster.placeOf(sandboxId)) ?? ''
  expect((await cluster.call('POST', `/sandboxes/${sandboxId}/pause`)).status).toBe(204)
  await cluster.pass(11_000)
  const { node } = cluster.nodeOf(nodeId)
  const inner = node.orchestrator.node
  const first = inner.registry.findPaused(sandboxId)?.snapshotId
  node.consent = async (id, generation) => {
    const admission = await admit(cluster, nodeId)(id, generation)
    cluster.nodeOf(nodeId).cut()
    return admission
  }
  expect((await node.resumeForTraffic(sandboxId)).phase).toBe('running')
  const record = inner.registry.find(sandboxId)
  if (record === undefined) throw new Error('it runs')
  // As at its timeout, or behind the fence.
  await inner.queue.run(sandboxId, (preempted) =>
    pauseInTurn(inner, record, { filesOnly: false, isDeferred: true, preempted }),
  )
  const second = inner.registry.findPaused(sandboxId)?.snapshotId
  expect(second).not.toBe(first)
  await cluster.pass(60_000)
  cluster.nodeOf(nodeId).heal()
  await cluster.pass(40_000)
  expect(await cluster.store.findSandbox(sandboxId)).toMatchObject({
    state: 'paused',
    nodeId,
    operation: null,
  })
  expect(await cluster.store.findStoredPause(sandboxId)).toBeUndefined()
})

test('a request for a sandbox that runs leaves it as it is', async () => {
  const cluster = await startCluster(1)
  const sandboxId = await cluster.create(autoResume)
  const before = await cluster.store.findSandbox(sandboxId)
  expect(await resume(cluster, sandboxId)).toMatchObject({ state: State.ON_NODE, nodeId: 'n1' })
  expect(await cluster.store.findSandbox(sandboxId)).toEqual(before)
})

test('traffic wakes no sandbox that its lifecycle keeps paused, and none without the tokens that let it in', async () => {
  const cluster = await startCluster(1)
  const asleep = await cluster.create({ timeout: 3600 })
  const secured = await cluster.create({ ...autoResume, secure: true })
  const hidden = await cluster.create({ ...autoResume, network: { allowPublicTraffic: false } })
  for (const sandboxId of [asleep, secured, hidden]) await pauseAway(cluster, sandboxId)
  const { daemonPort } = limits
  await expect(resume(cluster, 'nobody')).rejects.toMatchObject({ code: Code.NotFound })
  await expect(resume(cluster, asleep)).rejects.toMatchObject({ code: Code.NotFound })
  const wrong = { port: daemonPort, accessToken: 'wrong' }
  await expect(resume(cluster, secured, wrong)).rejects.toMatchObject({ code: Code.PermissionDenied })
  for (const trafficToken of ['', 'wrong'])
    await expect(resume(cluster, hidden, { trafficToken })).rejects.toMatchObject({
      code: Code.PermissionDenied,
    })
  expect(await locate(cluster, asleep, secured, hidden)).toMatchObject(
    new Array(3).fill({ state: State.PAUSED }),
  )
})

test('only nodes are told', async () => {
  const cluster = await startCluster(1)
  const client = createClient(Locate, cluster.transport())
  const refused = { code: Code.PermissionDenied }
  await expect(client.locateSandboxes({ sandboxIds: ['i1'] })).rejects.toMatchObject(refused)
  await expect(client.resumeForTraffic({ sandboxId: 'i1' })).rejects.toMatchObject(refused)
})
