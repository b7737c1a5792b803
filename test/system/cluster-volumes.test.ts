/** Volumes of a cluster: each is on one node, and the sandboxes that have it run there. */
import type { SimulatedVolumes } from '@cay/control/sim/simulated-volumes.ts'
import { expect, test } from 'vitest'
import { type Cluster, startCluster } from './cluster-world.ts'
import { adminToken, field } from './control-world.ts'

const admin = { headers: { 'x-admin-token': adminToken } }

async function createVolume(cluster: Cluster, name: string) {
  const { status, body } = await cluster.call('POST', '/volumes', { body: { name } })
  expect(status).toBe(201)
  const volumeId = String(field(body, 'volumeID'))
  const home = cluster.nodes.find(({ clients }) =>
    (clients.volumes as SimulatedVolumes).volumes.has(volumeId),
  )
  if (home === undefined) throw new Error('no node has the volume')
  return { volumeId, token: String(field(body, 'token')), home }
}

/** One on each of two nodes. */
async function createTwo(cluster: Cluster) {
  const first = await createVolume(cluster, 'first')
  for (let number = 0; ; number++) {
    const other = await createVolume(cluster, `other-${number}`)
    if (other.home !== first.home) return { first, other: { ...other, name: `other-${number}` } }
  }
}

const create = (cluster: Cluster, ...names: string[]) =>
  cluster.call('POST', '/v2/sandboxes', {
    body: {
      ...{ templateID: 'base', timeout: 3600 },
      volumeMounts: names.map((name) => ({ name, path: `/mnt/${name}` })),
    },
  })

async function createWith(cluster: Cluster, name: string): Promise<string> {
  const { status, body } = await create(cluster, name)
  expect(status).toBe(201)
  return String(field(body, 'sandboxID'))
}

test('sandboxes with a volume run on the node that has it', async () => {
  const cluster = await startCluster()
  const { first, other } = await createTwo(cluster)
  for (let turn = 0; turn < 4; turn++) {
    expect(await cluster.placeOf(await createWith(cluster, 'first'))).toBe(first.home.nodeId)
    expect(await cluster.placeOf(await createWith(cluster, other.name))).toBe(other.home.nodeId)
  }
})

test('volumes that are on different nodes cannot be in one sandbox, and the error names them', async () => {
  const cluster = await startCluster()
  const { other } = await createTwo(cluster)
  expect(await create(cluster, 'first', other.name)).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(`'first' and '${other.name}' are on different nodes`) },
  })
})

test('the content of a volume is read and written on its node', async () => {
  const cluster = await startCluster()
  const { first, other } = await createTwo(cluster)
  for (const { volumeId, token } of [first, other]) {
    const url = `${cluster.url}/volumecontent/${volumeId}/file?path=/a`
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(url, { method: 'PUT', body: volumeId, headers })).ok).toBe(true)
    expect(await (await fetch(url, { headers })).text()).toBe(volumeId)
    expect(await cluster.call('GET', `/volumes/${volumeId}`)).toMatchObject({
      body: { usage: { usedFiles: 2 } },
    })
  }
})

test('a volume whose node does not respond gets 503 that says so, and others work', async () => {
  const cluster = await startCluster()
  const { first, other } = await createTwo(cluster)
  first.home.cut()
  await cluster.pass(20_000)
  const url = `${cluster.url}/volumecontent/${first.volumeId}/dir?path=/`
  const answer = await fetch(url, { headers: { authorization: `Bearer ${first.token}` } })
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ message: expect.stringContaining('node of the volume') })
  expect((await create(cluster, 'first')).status).toBe(503)
  expect(await cluster.placeOf(await createWith(cluster, other.name))).toBe(other.home.nodeId)
})

test('a paused sandbox with a volume resumes on the node of the volume alone', async () => {
  const cluster = await startCluster()
  const { home } = await createVolume(cluster, 'data')
  const sandboxId = await createWith(cluster, 'data')
  const pause = () => cluster.call('POST', `/sandboxes/${sandboxId}/pause`)
  const resume = () => cluster.call('POST', `/sandboxes/${sandboxId}/resume`, { body: { timeout: 60 } })
  expect((await pause()).status).toBe(204)
  await cluster.pass(11_000)
  expect(await cluster.placeOf(sandboxId)).toBeNull()
  expect((await resume()).status).toBe(201)
  expect(await cluster.placeOf(sandboxId)).toBe(home.nodeId)
  await pause()
  await cluster.pass(11_000)
  await cluster.call('POST', `/nodes/${home.nodeId}`, { body: { status: 'draining' }, ...admin })
  expect((await resume()).status).toBe(503)
  await cluster.call('POST', `/nodes/${home.nodeId}`, { body: { status: 'ready' }, ...admin })
  await cluster.renewAll()
  expect((await resume()).status).toBe(201)
  expect(await cluster.placeOf(sandboxId)).toBe(home.nodeId)
})

test('a volume is deleted while its node is away, and its files as soon as another one is deleted', async () => {
  const cluster = await startCluster()
  const { first, other } = await createTwo(cluster)
  first.home.cut()
  await cluster.pass(20_000)
  expect((await cluster.call('DELETE', `/volumes/${first.volumeId}`)).status).toBe(204)
  expect((await cluster.call('GET', `/volumes/${first.volumeId}`)).status).toBe(404)
  first.home.heal()
  await cluster.renewAll()
  expect((first.home.clients.volumes as SimulatedVolumes).volumes.has(first.volumeId)).toBe(true)
  expect((await cluster.call('DELETE', `/volumes/${other.volumeId}`)).status).toBe(204)
  expect((first.home.clients.volumes as SimulatedVolumes).volumes.has(first.volumeId)).toBe(false)
})

test('a node is not removed before somebody has said that the volumes on it may go', async () => {
  const cluster = await startCluster()
  const { first, other } = await createTwo(cluster)
  const remove = (query = '') => cluster.call('DELETE', `/nodes/${first.home.nodeId}${query}`, admin)
  const sentence = `the volumes 'first' are on node '${first.home.nodeId}' and are lost with it`
  expect(await remove()).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining(sentence) },
  })
  expect((await cluster.call('GET', `/volumes/${first.volumeId}`)).status).toBe(200)
  expect((await remove('?force=true')).status).toBe(204)
  expect((await cluster.call('GET', `/volumes/${first.volumeId}`)).status).toBe(404)
  expect((await cluster.call('GET', `/volumes/${other.volumeId}`)).status).toBe(200)
  expect((await cluster.call('GET', `/nodes/${first.home.nodeId}`, admin)).status).toBe(404)
})
