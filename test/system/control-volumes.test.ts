/** Whose volumes are whose, and how many a team may have. The files of volumes are in memory. */

import { once } from 'node:events'
import { testedClients } from '@cay/contract/tested-clients.ts'
import { SimulatedVolumes } from '@cay/control/sim/simulated-volumes.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { volumeBounds } from '@cay/core/volume/volume-rules.ts'
import { expect, test } from 'vitest'
import { adminToken, field, pass, secondKey, startWorld, type World } from './control-world.ts'

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

interface ContentRequest {
  readonly method?: string
  readonly part?: string
  readonly body?: string
}

const content = (
  { url }: World,
  { id, token }: { id: string; token: string },
  { method = 'GET', part = 'file', body }: ContentRequest,
) =>
  fetch(`${url}/volumecontent/${id}/${part}?path=/a`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body }),
  })

async function contentEvents(world: World, volumeId: string): Promise<object[]> {
  const { body } = await world.call('GET', '/events?limit=100')
  const events = body as { kind: string; subject?: string }[]
  return events.filter(({ kind, subject }) => subject === volumeId && !kind.endsWith('Volume')).toReversed()
}

test('what changes the content of a volume is in the audit log with the key, once a minute for the same, and reads are not', async () => {
  const world = await start()
  const own = await createVolume(world, 'own')
  const [key] = (await world.call('GET', '/api-keys')).body as object[]
  for (let turn = 0; turn < 5; turn++) {
    expect((await content(world, own, { method: 'PUT', body: 'x' })).status).toBe(200)
    expect((await content(world, own, {})).status).toBe(200)
    expect((await content(world, own, { part: 'dir' })).status).toBe(200)
  }
  expect((await content(world, own, { method: 'DELETE', part: 'path' })).status).toBe(200)
  const actor = { actor: 'key', keyID: field(key, 'id'), outcome: 'done', status: 200 }
  const [written, removed] = [{ kind: 'writeVolumeFile' }, { kind: 'removeVolumeEntry' }]
  await expect
    .poll(() => contentEvents(world, own.id))
    .toMatchObject([
      { ...actor, ...written },
      { ...actor, ...removed },
    ])
  world.clock.skip(61_000)
  expect((await content(world, own, { method: 'PUT', body: 'x' })).status).toBe(200)
  await expect.poll(() => contentEvents(world, own.id)).toMatchObject([written, removed, written])
})

test('a change of content that fails, or whose client has left, is in the audit log', async () => {
  const volumes = new SimulatedVolumes()
  const world = await startWorld({ volumes })
  const own = await createVolume(world, 'own')
  volumes.forwardContent = () => Promise.reject(new ServiceError('node_unavailable', 'the node is away'))
  const failed = await content(world, own, { method: 'PUT', body: 'x' })
  expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '5'])
  const reached = Promise.withResolvers<void>()
  volumes.forwardContent = async (_request, response) => {
    reached.resolve()
    await once(response, 'close')
  }
  const client = new AbortController()
  const left = fetch(`${world.url}/volumecontent/${own.id}/path?path=/a`, {
    ...{ method: 'DELETE', headers: { authorization: `Bearer ${own.token}` }, signal: client.signal },
  })
  await reached.promise
  client.abort()
  await expect(left).rejects.toThrow()
  await expect
    .poll(() => contentEvents(world, own.id))
    .toMatchObject([
      { kind: 'writeVolumeFile', outcome: 'failed', status: 503, reason: 'node_unavailable' },
      { kind: 'removeVolumeEntry', outcome: 'failed', status: 504, reason: 'deadline_exceeded' },
    ])
})

test('content calls have the rate limit of the team of the volume, each kind its own, and others are not touched', async () => {
  const world = await start()
  const own = await createVolume(world, 'own')
  const theirs = await createVolume(world, 'theirs', secondKey)
  const [team] = (await world.call('GET', '/teams')).body as object[]
  const asAdmin = { key: null, headers: { 'x-admin-token': adminToken } }
  const limits = { ...asAdmin, body: { requestsPerMinute: 2 } }
  await world.call('PATCH', `/admin/teams/${field(team, 'teamID')}`, limits)
  const put = () => content(world, own, { method: 'PUT', body: 'x' })
  expect([(await put()).status, (await put()).status]).toEqual([200, 200])
  const refused = await put()
  expect([refused.status, await refused.json()]).toEqual([
    429,
    { code: 'rate_limited', message: 'Rate limit exceeded' },
  ])
  expect(refused.headers.get('ratelimit-limit')).toBe('2')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await content(world, own, {})).status).toBe(200)
  expect((await content(world, theirs, { method: 'PUT', body: 'x' })).status).toBe(200)
  await expect
    .poll(() => contentEvents(world, own.id))
    .toMatchObject([
      { kind: 'writeVolumeFile', status: 200 },
      { kind: 'writeVolumeFile', status: 429, reason: 'rate_limited' },
    ])
})
