/** What a team may have at once, and how often it may ask. */
import { limitTeam } from '@cay/cli/app/team/team-commands.ts'
import { connectAsAdmin } from '@cay/cli/edge/control/control-client.ts'
import { SimulatedVolumes } from '@cay/control/sim/simulated-volumes.ts'
import { expect, test } from 'vitest'
import { table } from '../support/list-views.ts'
import {
  adminToken,
  eventually,
  field,
  hold,
  pass,
  secondKey,
  startWorld,
  type World,
} from './control-world.ts'

const body = { templateID: 'base', timeout: 3600 }
const asAdmin = { key: null, headers: { 'x-admin-token': adminToken } }

async function limit(world: World, limits: object): Promise<void> {
  const [own] = (await world.call('GET', '/teams')).body as unknown[]
  const set = await world.call('PATCH', `/admin/teams/${field(own, 'teamID')}`, { ...asAdmin, body: limits })
  expect(set).toMatchObject({ status: 200, body: { limits } })
}

const create = (world: World, key?: string) =>
  world.call('POST', '/v2/sandboxes', { body, ...(key === undefined ? {} : { key }) })

test('no more run than the quota says, and it is named; others and what runs are not touched', async () => {
  const world = await startWorld()
  const first = await world.create({ timeout: 3600 })
  await world.create({ timeout: 3600 })
  await limit(world, { runningSandboxes: 2 })
  const refused = await create(world)
  expect(refused).toMatchObject({ status: 429, body: { code: 429, error_code: 'team_quota_exceeded' } })
  expect(field(refused.body, 'message')).toContain('runningSandboxes')
  expect((await create(world, secondKey)).status).toBe(201)
  expect((await world.call('DELETE', `/sandboxes/${first}`)).status).toBe(204)
  expect((await create(world)).status).toBe(201)
  await limit(world, { runningSandboxes: null })
  expect((await create(world)).status).toBe(201)
})

test('creates at the same moment get exactly what there is', async () => {
  const world = await startWorld()
  await limit(world, { runningSandboxes: 3 })
  const released = Promise.withResolvers<void>()
  world.node.beforeCreate = () => released.promise
  const creates = Array.from({ length: 8 }, () => create(world))
  // Who is refused does not wait for those that are being made.
  await Promise.race(creates)
  released.resolve()
  const statuses = (await Promise.all(creates)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(3)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
})

test('processors, memory and disk are counted too, and a paused sandbox has its disk alone', async () => {
  const world = await startWorld()
  const id = await world.create({ timeout: 3600 })
  for (const [limits, name] of [
    [{ cpus: 3 }, 'cpus'],
    [{ cpus: null, memoryMB: 1500 }, 'memoryMB'],
    [{ memoryMB: null, diskMB: 15_000 }, 'diskMB'],
  ] as const) {
    await limit(world, limits)
    expect(field((await create(world)).body, 'message')).toContain(`quota ${name} `)
  }
  await limit(world, { runningSandboxes: 1 })
  await world.call('POST', `/sandboxes/${id}/pause`)
  expect(field((await create(world)).body, 'message')).toContain('quota diskMB ')
  await limit(world, { diskMB: 25_000 })
  expect((await create(world)).status).toBe(201)
})

test('a resume takes its place, and one that is refused leaves the sandbox paused', async () => {
  const world = await startWorld()
  const paused = await world.create({ timeout: 3600 })
  await world.call('POST', `/sandboxes/${paused}/pause`)
  const other = await world.create({ timeout: 3600 })
  await limit(world, { runningSandboxes: 1 })
  const connect = () => world.call('POST', `/sandboxes/${paused}/connect`, { body: { timeout: 60 } })
  expect((await connect()).status).toBe(429)
  expect((await world.call('POST', `/sandboxes/${paused}/resume`)).status).toBe(429)
  expect((await world.call('GET', `/sandboxes/${paused}`)).body).toMatchObject({ state: 'paused' })
  await world.call('DELETE', `/sandboxes/${other}`)
  expect((await connect()).status).toBe(201)
  expect((await connect()).status).toBe(200)
})

test('traffic resumes no more than the quota says, and takes its place', async () => {
  const world = await startWorld()
  const autoResume = { timeout: 3600, autoPause: true, autoResume: { enabled: true } }
  const [first, second] = [await world.create(autoResume), await world.create(autoResume)]
  for (const id of [first, second]) await world.call('POST', `/sandboxes/${id}/pause`)
  await limit(world, { runningSandboxes: 1 })
  const held = hold(world, 'resume')
  const resuming = world.node.resumeForTraffic(first)
  await held.reached
  const refused = { code: 'quota_exceeded', message: expect.stringContaining('as much running as it may') }
  await expect(world.node.resumeForTraffic(second)).rejects.toMatchObject(refused)
  expect((await create(world)).status).toBe(429)
  held.release()
  await resuming
  await eventually(async () => {
    expect((await world.call('GET', `/sandboxes/${first}`)).body).toMatchObject({ state: 'running' })
  })
  await expect(world.node.resumeForTraffic(second)).rejects.toMatchObject(refused)
  await world.call('DELETE', `/sandboxes/${first}`)
  expect((await world.node.resumeForTraffic(second)).phase).toBe('running')
})

test('a resume by traffic that came to nothing gives its place back', async () => {
  const world = await startWorld()
  const id = await world.create({ timeout: 3600, autoPause: true, autoResume: { enabled: true } })
  await world.call('POST', `/sandboxes/${id}/pause`)
  await limit(world, { runningSandboxes: 1 })
  const held = hold(world, 'resume')
  const resuming = world.node.resumeForTraffic(id)
  await held.reached
  expect((await create(world)).status).toBe(429)
  held.release(new Error('broken'))
  await expect(resuming).rejects.toThrow('broken')
  await eventually(async () => expect((await create(world)).status).toBe(201))
})

test('snapshots take their place on the disk until they are deleted, and none is made where there is no room', async () => {
  const world = await startWorld()
  const id = await world.create({ timeout: 3600 })
  const snapshot = () => world.call('POST', `/sandboxes/${id}/snapshots`, { body: { name: 'app' } })
  const inUse = async () => {
    const teams = (await world.call('GET', '/admin/teams', asAdmin)).body as {
      slug: string
      usage: unknown
    }[]
    return teams.find(({ slug }) => slug === 'default')?.usage
  }
  await limit(world, { diskMB: 10_240 + 20 })
  for (const diskMB of [10_257, 10_274]) {
    expect((await snapshot()).status).toBe(201)
    expect(await inUse()).toEqual({ runningSandboxes: 1, cpus: 2, memoryMB: 1024, diskMB, volumeMB: 0 })
  }
  const refused = await snapshot()
  expect(refused).toMatchObject({ status: 429, body: { error_code: 'team_quota_exceeded' } })
  expect(field(refused.body, 'message')).toContain('quota diskMB ')
  expect((await world.call('GET', `/sandboxes/${id}`)).body).toMatchObject({ state: 'running' })
  expect(world.node.snapshots.size).toBe(2)
  expect((await world.call('DELETE', '/templates/app')).status).toBe(204)
  expect(await inUse()).toMatchObject({ diskMB: 10_240 })
  expect((await snapshot()).status).toBe(201)
})

const newVolume = (world: World, name: string, key?: string) =>
  world.call('POST', '/volumes', { body: { name, sizeMB: 1024 }, ...(key === undefined ? {} : { key }) })

test('volumes count by their size, in a quota of their own or that of the disk, beside which sandboxes start as before', async () => {
  const world = await startWorld({ volumes: new SimulatedVolumes() })
  for (const name of ['a', 'b']) expect((await newVolume(world, name)).status).toBe(201)
  await limit(world, { diskMB: 10_240 + 100 })
  await limit(world, { volumeMB: 1024 })
  // Those that were there before are more than the quota, and nothing else is refused for them.
  expect((await create(world)).status).toBe(201)
  const refused = await newVolume(world, 'c')
  expect(refused).toMatchObject({ status: 429, body: { error_code: 'team_quota_exceeded' } })
  expect(field(refused.body, 'message')).toContain('quota volumeMB ')
  expect((await newVolume(world, 'c', secondKey)).status).toBe(201)
  await limit(world, { diskMB: 2048, volumeMB: null })
  expect((await newVolume(world, 'c')).status).toBe(429)
  await limit(world, { diskMB: 3072 })
  expect((await newVolume(world, 'c')).status).toBe(201)
  await limit(world, { diskMB: null })
  expect((await newVolume(world, 'd')).status).toBe(201)
  const teams = (await world.call('GET', '/admin/teams', asAdmin)).body as { slug: string; usage: object }[]
  expect(teams.find(({ slug }) => slug === 'default')?.usage).toMatchObject({ volumeMB: 4096 })
})

test('volumes that are created at the same moment get exactly what there is', async () => {
  const world = await startWorld({ volumes: new SimulatedVolumes() })
  await limit(world, { volumeMB: 3 * 1024 })
  const names = Array.from({ length: 8 }, (_, index) => `v${index}`)
  const statuses = (await Promise.all(names.map((name) => newVolume(world, name)))).map(
    ({ status }) => status,
  )
  expect(statuses.toSorted()).toEqual([...Array(3).fill(201), ...Array(5).fill(429)])
})

test('a volume that was deleted by force counts as long as a sandbox runs with it, whose programs keep its files', async () => {
  const volumes = new SimulatedVolumes()
  const world = await startWorld({ volumes })
  await limit(world, { volumeMB: 1024 })
  const made = await newVolume(world, 'own')
  const id = await world.create({ volumeMounts: [{ name: 'own', path: '/mnt' }] })
  const path = `/volumes/${field(made.body, 'volumeID')}?force=true`
  expect((await world.call('DELETE', path)).status).toBe(204)
  expect(volumes.volumes.size).toBe(0)
  expect((await newVolume(world, 'own')).status).toBe(429)
  expect((await world.call('DELETE', `/sandboxes/${id}`)).status).toBe(204)
  await pass(world, 70_000)
  expect((await newVolume(world, 'own')).status).toBe(201)
})

test('a fork makes the copies that there is room for, and says of each other one why not', async () => {
  const world = await startWorld()
  const id = await world.create({ timeout: 3600 })
  for (let others = 0; others < 2; others++) await world.create({ timeout: 3600 })
  await limit(world, { runningSandboxes: 5 })
  const forked = await world.call('POST', `/sandboxes/${id}/fork`, { body: { count: 4 } })
  expect(forked.status).toBe(201)
  const forks = forked.body as { sandbox?: object; error?: { code: number } }[]
  expect(forks.filter(({ sandbox }) => sandbox !== undefined)).toHaveLength(2)
  expect(forks.flatMap(({ error }) => (error === undefined ? [] : [error.code]))).toEqual([429, 429])
})

test('a fork into more copies than could ever run beside their source is 400, and nothing is captured', async () => {
  const world = await startWorld()
  const id = await world.create({ timeout: 3600 })
  await limit(world, { runningSandboxes: 3 })
  const held = hold(world, 'capture')
  const forked = await world.call('POST', `/sandboxes/${id}/fork`, { body: { count: 3 } })
  expect(forked.status).toBe(400)
  expect(field(forked.body, 'message')).toContain('runningSandboxes')
  expect(held.count).toBe(0)
  held.release()
  expect((await world.call('POST', `/sandboxes/${id}/fork`, { body: { count: 2 } })).status).toBe(201)
})

test('requests to a route pass as often as the limit says, and the answer says when the next one does', async () => {
  const world = await startWorld()
  expect((await world.call('GET', '/v2/sandboxes')).headers.get('ratelimit-limit')).toBeNull()
  await limit(world, { requestsPerMinute: 3 })
  const ask = () => world.call('GET', '/v2/sandboxes')
  for (const remaining of ['2', '1', '0']) {
    const { status, headers } = await ask()
    expect([status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual([
      200,
      '3',
      remaining,
    ])
  }
  const refused = await ask()
  expect(refused).toMatchObject({ status: 429, body: { code: 429, message: 'Rate limit exceeded' } })
  expect(refused.headers.get('retry-after')).toBe('20')
  expect(refused.headers.get('ratelimit-reset')).toBe('60')
  expect(refused.headers.get('access-control-expose-headers')).toContain('Retry-After')
  expect((await world.call('GET', '/snapshots')).status).toBe(200)
  expect((await world.call('GET', '/v2/sandboxes', { key: secondKey })).status).toBe(200)
  await world.clock.advance(20_000)
  expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(429)
})

test('limits outlive a restart; broken ones and an unknown team are refused', async () => {
  const world = await startWorld()
  await limit(world, { runningSandboxes: 0, cpus: 7 })
  await world.restart()
  expect((await create(world)).status).toBe(429)
  const [own] = (await world.call('GET', '/teams')).body as unknown[]
  for (const broken of [{ cpus: -1 }, { memoryMB: 'much' }, { requestsPerMinute: 0 }, []]) {
    const path = `/admin/teams/${field(own, 'teamID')}`
    expect((await world.call('PATCH', path, { ...asAdmin, body: broken })).status).toBe(400)
  }
  expect((await world.call('PATCH', '/admin/teams/nope', { ...asAdmin, body: {} })).status).toBe(404)
})

test('cay team limit sets what is named and shows all', async () => {
  const world = await startWorld()
  await world.create()
  const access = connectAsAdmin({ url: world.url, adminToken })
  await limitTeam(access, { slug: 'default', limits: { cpus: 4 } }, table)
  const shown = await limitTeam(access, { slug: 'default', limits: { runningSandboxes: 2 } }, table)
  expect(shown).toMatch(/^LIMIT +AT MOST +IN USE$/m)
  expect(shown).toMatch(/^cpus +4 +2$/m)
  expect(shown).toMatch(/^runningSandboxes +2 +1$/m)
  expect(shown).toMatch(/^diskMB +none +10240$/m)
  expect(shown).toMatch(/^volumeMB +none +0$/m)
  expect(shown).toMatch(/^requestsPerMinute +none +-$/m)
  await expect(limitTeam(access, { slug: 'nope', limits: {} }, table)).rejects.toThrow(
    'there is no team "nope"',
  )
})
