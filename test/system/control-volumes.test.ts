/** Whose volumes are whose, and how many a team may have. The files of volumes are in memory. */

import { testedClients } from '@cay/contract/tested-clients.ts'
import { SimulatedVolumes } from '@cay/control/sim/simulated-volumes.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { volumeBounds } from '@cay/core/volume/volume-rules.ts'
import { expect, test } from 'vitest'
import { field, pass, secondKey, startWorld, type World } from './control-world.ts'

const start = () => startWorld({ volumes: new SimulatedVolumes() })

async function createVolume(world: World, name: string, key?: string) {
  const { status, body } = await world.call('POST', '/volumes', {
    body: { name },
    ...(key === undefined ? {} : { key }),
  })
  expect(status).toBe(201)
  return { id: String(field(body, 'volumeID')), token: String(field(body, 'token')) }
}

const readTop = ({ url }: World, volumeId: string, token: string) =>
  fetch(`${url}/volumecontent/${volumeId}/dir?path=/`, { headers: { authorization: `Bearer ${token}` } })

test("a volume of another team is one that does not exist, and its token opens nobody else's", async () => {
  const world = await start()
  const own = await createVolume(world, 'own')
  const theirs = await createVolume(world, 'theirs', secondKey)
  for (const method of ['GET', 'DELETE'])
    expect((await world.call(method, `/volumes/${theirs.id}`)).status).toBe(404)
  expect((await world.call('GET', '/volumes')).body).toMatchObject([{ name: 'own' }])
  const mounted = { templateID: 'base', volumeMounts: [{ name: 'theirs', path: '/mnt' }] }
  expect(await world.call('POST', '/sandboxes', { body: mounted })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("volume 'theirs' not found") },
  })
  expect((await readTop(world, theirs.id, own.token)).status).toBe(401)
  expect((await readTop(world, own.id, theirs.token)).status).toBe(401)
  expect((await readTop(world, theirs.id, theirs.token)).status).toBe(200)
})

test('a newer client that asks for content of a kind that is not there is told the route and the tested version', async () => {
  const world = await start()
  const { id, token } = await createVolume(world, 'own')
  const path = `/volumecontent/${id}/archive?path=/`
  const ask = async (headers: Record<string, string>) => {
    const response = await fetch(`${world.url}${path}`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    })
    return [response.status, await response.json()]
  }
  expect(await ask({})).toEqual([404, { code: 'not_found', message: `no route GET ${path}` }])
  const message = `no route GET ${path}: the client is version 99.1.0, and this server was tested with ${testedClients.js}: use that, or a newer server`
  expect(await ask({ lang: 'js', package_version: '99.1.0' })).toEqual([404, { code: 'not_found', message }])
})

test('teams may give volumes the same name', async () => {
  const world = await start()
  const own = await createVolume(world, 'same')
  expect((await createVolume(world, 'same', secondKey)).id).not.toBe(own.id)
})

test('a volume names the domain of the installation, and its token says whose it is and for how long', async () => {
  const world = await startWorld({ volumes: new SimulatedVolumes(), domain: 'cay.test' })
  const { body } = await world.call('POST', '/volumes', { body: { name: 'own' } })
  expect(field(body, 'domain')).toBe('cay.test')
  const [head = '', claims = ''] = field(body, 'token').split('.')
  const parsed = [head, claims].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
  const nowSeconds = Math.floor(world.clock.nowMs() / 1000)
  expect(parsed).toMatchObject([
    { kid: expect.any(String) },
    {
      ...{ aud: 'https://api.cay.test', volid: field(body, 'volumeID'), jti: expect.any(String) },
      ...{ nbf: nowSeconds, iat: nowSeconds, exp: nowSeconds + 3600 },
    },
  ])
  expect(parsed[1].sub).toBe(parsed[1].teamid)
  const plain = await start()
  expect((await plain.call('POST', '/volumes', { body: { name: 'own' } })).body).not.toHaveProperty('domain')
})

test('a token is good for an hour', async () => {
  const world = await start()
  const { id, token } = await createVolume(world, 'own')
  world.clock.skip(59 * 60_000)
  expect((await readTop(world, id, token)).status).toBe(200)
  world.clock.skip(2 * 60_000)
  expect((await readTop(world, id, token)).status).toBe(401)
})

test('a team has a limited number of volumes, and may have one more when it deletes one', async () => {
  const world = await start()
  const first = await createVolume(world, 'v0')
  for (let made = 1; made < volumeBounds.countMax; made++) await createVolume(world, `v${made}`)
  const oneMore = { body: { name: 'one-more' } }
  expect(await world.call('POST', '/volumes', oneMore)).toMatchObject({
    status: 400,
    body: { message: `A team has at most ${volumeBounds.countMax} volumes` },
  })
  await createVolume(world, 'of-others', secondKey)
  expect((await world.call('DELETE', `/volumes/${first.id}`)).status).toBe(204)
  expect((await world.call('POST', '/volumes', oneMore)).status).toBe(201)
})

test.each([63, 1_048_577, 64.5, '64', null])('a size of %j MiB is none', async (sizeMB) => {
  const world = await start()
  const reply = await world.call('POST', '/volumes', { body: { name: 'own', sizeMB } })
  expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining('sizeMB') } })
  expect((await world.call('GET', '/volumes')).body).toEqual([])
})

test('a volume and its token outlive control', async () => {
  const world = await start()
  const { id, token } = await createVolume(world, 'own')
  await world.restart()
  expect((await world.call('GET', '/volumes')).body).toMatchObject([{ volumeID: id, name: 'own' }])
  expect((await readTop(world, id, token)).status).toBe(200)
})

test('a sandbox tells its volumes after a pause and a resume, and so does a copy of it', async () => {
  const world = await start()
  const { id: volumeId } = await createVolume(world, 'own')
  const volumeMounts = [{ name: 'own', path: '/mnt/own' }]
  const id = await world.create({ volumeMounts })
  await world.call('POST', `/sandboxes/${id}/pause`)
  // The volume is in use by a sandbox that does not run, too.
  expect(await world.call('DELETE', `/volumes/${volumeId}`)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining(id) },
  })
  expect((await world.call('POST', `/v2/sandboxes/${id}/connect`, { body: {} })).status).toBe(201)
  const forked = await world.call('POST', `/sandboxes/${id}/fork`, { body: { count: 1 } })
  const copyId = field((forked.body as { sandbox: object }[])[0]?.sandbox, 'sandboxID')
  for (const each of [id, copyId])
    expect((await world.call('GET', `/sandboxes/${each}`)).body).toMatchObject({ volumeMounts })
  expect((await world.call('GET', '/v2/sandboxes')).body).toMatchObject([{ volumeMounts }, { volumeMounts }])
})

test('the files of a deleted volume that the node could not delete are deleted later, though nobody deletes another one', async () => {
  const volumes = new SimulatedVolumes()
  const world = await startWorld({ volumes })
  const { id } = await createVolume(world, 'own')
  const deleteVolume = volumes.deleteVolume.bind(volumes)
  volumes.deleteVolume = () => Promise.reject(new ServiceError('node_unavailable', 'the node is away'))
  expect((await world.call('DELETE', `/volumes/${id}`)).status).toBe(204)
  expect([...volumes.volumes.keys()]).toEqual([id])
  volumes.deleteVolume = deleteVolume
  await pass(world, 70_000)
  expect([...volumes.volumes.keys()]).toEqual([])
})

test('a process of control that ended while it created a volume left one without files, whose name was taken', async () => {
  const volumes = new SimulatedVolumes()
  const createVolumeOnNode = volumes.createVolume.bind(volumes)
  let isDead = false
  const around = <T extends object>(part: T): T =>
    new Proxy(part, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        if (isDead && name !== 'close') return () => Promise.reject(new Error('control is dead'))
        return value.bind(target)
      },
    })
  const world = await startWorld({ volumes, around })
  volumes.createVolume = () => {
    isDead = true
    return Promise.reject(new Error('control is dead'))
  }
  expect((await world.call('POST', '/volumes', { body: { name: 'own' } })).status).toBe(500)
  isDead = false
  volumes.createVolume = createVolumeOnNode
  await world.restart()
  expect((await world.call('GET', '/volumes')).body).toEqual([])
  await pass(world, 200_000)
  await createVolume(world, 'own')
  expect(volumes.volumes.size).toBe(1)
})

test('a volume that was given up before its node was done is not there', async () => {
  const volumes = new SimulatedVolumes()
  const world = await startWorld({ volumes })
  const createVolumeOnNode = volumes.createVolume.bind(volumes)
  volumes.createVolume = async (...made) => {
    await createVolumeOnNode(...made)
    await pass(world, 200_000)
  }
  expect((await world.call('POST', '/volumes', { body: { name: 'own' } })).status).toBe(503)
  expect((await world.call('GET', '/volumes')).body).toEqual([])
  expect(volumes.volumes.size).toBe(0)
})
