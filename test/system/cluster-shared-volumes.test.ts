/** Volumes in a directory that all nodes share: they are attached to one node at a time, and bound to none. */
import {
  type SimulatedDirectory,
  type SimulatedVolumes,
  simulatedDirectory,
} from '@cay/control/sim/simulated-volumes.ts'
import { expect, test } from 'vitest'
import { type Cluster, type ClusterNode, startCluster } from './cluster-world.ts'
import { adminToken, field } from './control-world.ts'

const admin = { headers: { 'x-admin-token': adminToken } }

const start = () => {
  const directory = simulatedDirectory('shared')
  return startCluster(3, { directory }).then((cluster) => ({ cluster, directory }))
}

async function createVolume(cluster: Cluster, name: string) {
  const { status, body } = await cluster.call('POST', '/volumes', { body: { name } })
  expect(status).toBe(201)
  return { volumeId: String(field(body, 'volumeID')), token: String(field(body, 'token')) }
}

const create = (cluster: Cluster, names: readonly string[], more: object = {}) =>
  cluster.call('POST', '/v2/sandboxes', {
    body: {
      ...{ templateID: 'base', timeout: 3600, ...more },
      volumeMounts: names.map((name) => ({ name, path: `/mnt/${name}` })),
    },
  })

async function createWith(cluster: Cluster, ...names: string[]): Promise<string> {
  const { status, body } = await create(cluster, names)
  expect({ status, body }).toMatchObject({ status: 201 })
  return String(field(body, 'sandboxID'))
}

const setStatus = (cluster: Cluster, nodeId: string | null | undefined, status: string) =>
  cluster.call('POST', `/nodes/${nodeId}`, { body: { status }, ...admin })

const holderOf = (cluster: Cluster, directory: SimulatedDirectory, volumeId: string) =>
  cluster.nodes.find(({ clients }) => clients.volumes === directory.holders.get(volumeId))?.nodeId

const volumesOf = ({ clients }: ClusterNode) => clients.volumes as SimulatedVolumes

test('sandboxes with a volume run together on whichever node has it, and the volume moves when nobody uses it', async () => {
  const { cluster, directory } = await start()
  const { volumeId } = await createVolume(cluster, 'data')
  expect(holderOf(cluster, directory, volumeId)).toBeUndefined()
  const first = await createWith(cluster, 'data')
  const home = await cluster.placeOf(first)
  expect(holderOf(cluster, directory, volumeId)).toBe(home)
  for (let turn = 0; turn < 3; turn++)
    expect(await cluster.placeOf(await createWith(cluster, 'data'))).toBe(home)
  await setStatus(cluster, home, 'draining')
  expect((await create(cluster, ['data'])).status).toBe(503)
  const { body } = await cluster.call('GET', '/v2/sandboxes')
  for (const { sandboxID } of body as { sandboxID: string }[])
    expect((await cluster.call('DELETE', `/sandboxes/${sandboxID}`)).status).toBe(204)
  const place = await cluster.placeOf(await createWith(cluster, 'data'))
  expect(place).not.toBe(home)
  expect(holderOf(cluster, directory, volumeId)).toBe(place)
  expect(volumesOf(cluster.nodeOf(home)).calls).toEqual(['attach 1', 'detach 2'])
  expect(volumesOf(cluster.nodeOf(place)).calls).toEqual(['attach 2'])
})

test('a volume whose node is lost is used on another one, with what was in it', async () => {
  const { cluster, directory } = await start()
  const { volumeId, token } = await createVolume(cluster, 'data')
  const url = `${cluster.url}/volumecontent/${volumeId}/file?path=/a`
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(url, { method: 'PUT', body: 'kept', headers })).status).toBe(200)
  const lost = cluster.nodeOf(await cluster.placeOf(await createWith(cluster, 'data')))
  lost.cut()
  await cluster.pass(20_000)
  // It may run there still.
  expect((await create(cluster, ['data'])).status).toBe(503)
  expect((await fetch(url, { headers })).status).toBe(503)
  await cluster.pass(290_000)
  // What control gives up has been fenced, or is off: the file is not locked any more.
  volumesOf(lost).release(volumeId)
  await cluster.pass(20_000)
  const place = await cluster.placeOf(await createWith(cluster, 'data'))
  expect(place).not.toBe(lost.nodeId)
  expect(holderOf(cluster, directory, volumeId)).toBe(place)
  const { body } = await cluster.call('POST', '/volumes', { body: { name: 'other' } })
  expect(field(body, 'name')).toBe('other')
  const { body: now } = await cluster.call('GET', `/volumes/${volumeId}`)
  const fresh = { authorization: `Bearer ${String(field(now, 'token'))}` }
  expect(await (await fetch(url, { headers: fresh })).text()).toBe('kept')
})

test('a volume that a lost node has locked still is used by nobody else until it is free', async () => {
  const { cluster, directory } = await start()
  const { volumeId } = await createVolume(cluster, 'data')
  const lost = cluster.nodeOf(await cluster.placeOf(await createWith(cluster, 'data')))
  lost.cut()
  await cluster.pass(310_000)
  const { status, body } = await create(cluster, ['data'])
  expect(status).toBe(503)
  expect(field(body, 'message')).toContain('another machine has the volume attached still')
  expect(holderOf(cluster, directory, volumeId)).toBe(lost.nodeId)
  volumesOf(lost).release(volumeId)
  expect(await cluster.placeOf(await createWith(cluster, 'data'))).not.toBe(lost.nodeId)
})

test('volumes that are in use on two nodes cannot be in one sandbox, and the error names both and who uses them', async () => {
  const { cluster } = await start()
  for (const name of ['first', 'second']) await createVolume(cluster, name)
  const one = await createWith(cluster, 'first')
  const home = await cluster.placeOf(one)
  await setStatus(cluster, home, 'draining')
  const other = await createWith(cluster, 'second')
  await setStatus(cluster, home, 'ready')
  await cluster.renewAll()
  expect(await create(cluster, ['first', 'second'])).toMatchObject({
    status: 409,
    body: {
      message: expect.stringMatching(
        new RegExp(`'first' \\(by sandbox '${one}'\\) and 'second' \\(by sandbox '${other}'\\)`),
      ),
    },
  })
  expect((await cluster.call('DELETE', `/sandboxes/${one}`)).status).toBe(204)
  expect(await cluster.placeOf(await createWith(cluster, 'first', 'second'))).toBe(
    await cluster.placeOf(other),
  )
})

test('a paused sandbox resumes with its volume on another node, while its own one is drained', async () => {
  const { cluster, directory } = await start()
  const { volumeId } = await createVolume(cluster, 'data')
  const sandboxId = await createWith(cluster, 'data')
  const home = await cluster.placeOf(sandboxId)
  expect((await cluster.call('POST', `/sandboxes/${sandboxId}/pause`)).status).toBe(204)
  await cluster.pass(11_000)
  await setStatus(cluster, home, 'draining')
  const resume = await cluster.call('POST', `/sandboxes/${sandboxId}/resume`, { body: { timeout: 60 } })
  expect(resume.status).toBe(201)
  const place = await cluster.placeOf(sandboxId)
  expect(place).not.toBe(home)
  expect(holderOf(cluster, directory, volumeId)).toBe(place)
})

test('a paused sandbox follows its volume to the node on which another one runs with it', async () => {
  const { cluster } = await start()
  await createVolume(cluster, 'data')
  const paused = await createWith(cluster, 'data')
  const home = await cluster.placeOf(paused)
  expect((await cluster.call('POST', `/sandboxes/${paused}/pause`)).status).toBe(204)
  await cluster.pass(11_000)
  await setStatus(cluster, home, 'draining')
  const running = await createWith(cluster, 'data')
  await setStatus(cluster, home, 'ready')
  await cluster.renewAll()
  const resume = await cluster.call('POST', `/sandboxes/${paused}/resume`, { body: { timeout: 60 } })
  expect(resume.status).toBe(201)
  expect(await cluster.placeOf(paused)).toBe(await cluster.placeOf(running))
})

test('creates with one free volume at once all run on one node', async () => {
  const { cluster, directory } = await start()
  const { volumeId } = await createVolume(cluster, 'data')
  const made = await Promise.all(Array.from({ length: 6 }, () => createWith(cluster, 'data')))
  const places = new Set(await Promise.all(made.map((id) => cluster.placeOf(id))))
  expect([...places]).toEqual([holderOf(cluster, directory, volumeId)])
})

test('files that are uploaded at once into a new volume all arrive, wherever the first one takes it', async () => {
  const { cluster } = await start()
  const { volumeId, token } = await createVolume(cluster, 'data')
  const headers = { authorization: `Bearer ${token}` }
  const urlOf = (name: number) => `${cluster.url}/volumecontent/${volumeId}/file?path=/${name}`
  const names = [1, 2, 3, 4, 5, 6]
  const put = (name: number) => fetch(urlOf(name), { method: 'PUT', body: String(name), headers })
  expect((await Promise.all(names.map(put))).map(({ status }) => status)).toEqual(names.map(() => 200))
  const read = async (name: number) => Number(await (await fetch(urlOf(name), { headers })).text())
  expect(await Promise.all(names.map(read))).toEqual(names)
})

test('a volume in the directory is deleted by any node, and its content is gone', async () => {
  const { cluster, directory } = await start()
  const { volumeId } = await createVolume(cluster, 'data')
  expect((await cluster.call('DELETE', `/volumes/${volumeId}`)).status).toBe(204)
  expect(directory.volumes.size).toBe(0)
})
