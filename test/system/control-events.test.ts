/** Who changed what, and why sandboxes ended. */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { followEvents, showEvents } from '@cay/cli/app/event/show-events.ts'
import { connectAsAdmin, connectAsTeam } from '@cay/cli/edge/control/control-client.ts'
import { operations } from '@cay/contract/gen/control/operations.js'
import { openStore } from '@cay/control/edge/store/open-store.ts'
import { denialLine } from '@cay/core/logs/denial-lines.ts'
import { expect, test } from 'vitest'
import { json, table } from '../support/list-views.ts'
import {
  adminToken,
  eventually,
  field,
  firstKey,
  hold,
  pass,
  secondKey,
  startWorld,
  type World,
} from './control-world.ts'

interface Event {
  readonly id: string
  readonly kind: string
  readonly [name: string]: unknown
}

async function eventsOf(world: World, query = '', key = firstKey): Promise<Event[]> {
  const { status, body } = await world.call('GET', `/events?${query}`, { key })
  expect(status).toBe(200)
  return body as Event[]
}

const nothing = {
  atMs: 5,
  kind: 'x',
  actor: 'system',
  keyId: null,
  sandboxId: null,
  subject: null,
  outcome: 'done',
  status: null,
  reason: null,
} as const

const asAdmin = { key: null, headers: { 'x-admin-token': adminToken } }

async function keyId(world: World, key = firstKey): Promise<string> {
  const { body } = await world.call('GET', '/api-keys', { key })
  return field((body as unknown[])[0], 'id')
}

test('a sandbox has its create, its kill and its end there, with the key', async () => {
  const world = await startWorld()
  const id = await world.create()
  await world.call('POST', `/sandboxes/${id}/timeout`, { body: { timeout: 60 } })
  await world.call('DELETE', `/sandboxes/${id}`)
  const by = { actor: 'key', keyID: await keyId(world), sandboxID: id, outcome: 'done' }
  expect(await eventsOf(world, `sandboxID=${id}`)).toMatchObject([
    { kind: 'killSandbox', status: 204, ...by },
    { kind: 'sandboxEnded', reason: 'killed', ...by },
    { kind: 'setSandboxTimeout', status: 204, ...by },
    { kind: 'createSandboxV2', status: 201, ...by },
  ])
})

test('an event names the key by the name that it has now, and by its id alone once it is deleted', async () => {
  const world = await startWorld()
  const { body: made } = await world.call('POST', '/api-keys', { body: { name: 'ci' } })
  const id = field(made, 'id')
  const key = field(made, 'key')
  await world.call('POST', '/sandboxes', { body: { templateID: 'base' }, key })
  const byKey = async () => (await eventsOf(world, 'kind=createSandbox'))[0]
  expect(await byKey()).toMatchObject({ keyID: id, keyName: 'ci' })
  await world.call('PATCH', `/api-keys/${id}`, { body: { name: 'build' } })
  expect(await byKey()).toMatchObject({ keyID: id, keyName: 'build' })
  await world.call('DELETE', `/api-keys/${id}`)
  expect(await byKey()).toMatchObject({ keyID: id })
  expect(await byKey()).not.toHaveProperty('keyName')
})

test('a sandbox that nobody killed has its reason there', async () => {
  const world = await startWorld()
  const [expired, crashed] = [await world.create({ timeout: 20 }), await world.create({ timeout: 3600 })]
  world.node.crash(crashed)
  await pass(world, 30_000)
  await eventually(async () => {
    const ended = await eventsOf(world, 'kind=sandboxEnded')
    const reasons = Object.fromEntries(ended.map(({ sandboxID, reason }) => [String(sandboxID), reason]))
    expect(reasons).toEqual({ [expired]: 'expired', [crashed]: 'crashed' })
    expect(ended.every(({ actor }) => actor === 'system')).toBe(true)
  })
})

test('what was refused and what failed is there with its code and without what was sent', async () => {
  const world = await startWorld()
  const id = await world.create()
  await world.call('POST', '/secrets', { body: { name: '!', value: 'do-not-keep-this' } })
  await world.call('POST', '/v2/sandboxes', { body: { templateID: 'none' } })
  const held = hold(world, 'kill')
  const killing = world.call('DELETE', `/sandboxes/${id}`)
  await held.reached
  held.release(new Error('broken'))
  await killing
  const events = await eventsOf(world)
  expect(events.slice(0, 3)).toMatchObject([
    { kind: 'killSandbox', outcome: 'failed', status: 500, reason: 'internal', sandboxID: id },
    { kind: 'createSandboxV2', outcome: 'refused', status: 404, reason: 'template_not_found' },
    { kind: 'createSecret', outcome: 'refused', status: 400, reason: 'request_invalid' },
  ])
  expect(JSON.stringify(events)).not.toContain('do-not-keep-this')
})

test('requests rejected by scope, rate limit or validation are recorded too, and a flood of them once a minute', async () => {
  const world = await startWorld()
  const made = await world.call('POST', '/api-keys', { body: { name: 'reader', scope: 'read-only' } })
  const reader = field(made.body, 'key')
  const refusedBy = async (reason: string) =>
    (await eventsOf(world)).filter((event) => event.reason === reason)
  for (let tries = 0; tries < 5; tries++) {
    expect((await world.call('DELETE', '/sandboxes/ia', { key: reader })).status).toBe(403)
    expect((await world.call('GET', '/api-keys/x', { key: reader })).status).toBe(405)
  }
  expect(await refusedBy('forbidden')).toMatchObject([
    { kind: 'killSandbox', outcome: 'refused', status: 403, sandboxID: 'ia', keyID: field(made.body, 'id') },
  ])
  await world.clock.advance(60_000)
  await world.call('DELETE', '/sandboxes/ia', { key: reader })
  expect(await refusedBy('forbidden')).toHaveLength(2)
  expect((await world.call('POST', '/v2/sandboxes', { body: '{"templateID":' })).status).toBe(400)
  expect(await refusedBy('request_invalid')).toMatchObject([{ kind: 'createSandboxV2', status: 400 }])
  expect((await world.call('POST', '/v2/sandboxes', { body: ' '.repeat(16 * 1024 * 1024 + 1) })).status).toBe(
    413,
  )
  expect(await refusedBy('body_too_large')).toMatchObject([{ kind: 'createSandboxV2', status: 413 }])
  const [own] = (await world.call('GET', '/teams')).body as unknown[]
  const path = `/admin/teams/${field(own, 'teamID')}`
  await world.call('PATCH', path, { ...asAdmin, body: { requestsPerMinute: 1 } })
  for (let tries = 0; tries < 5; tries++) await world.call('POST', '/sandboxes/ia/pause')
  await world.call('PATCH', path, { ...asAdmin, body: { requestsPerMinute: null } })
  expect(await refusedBy('rate_limited')).toMatchObject([
    { kind: 'pauseSandbox', status: 429, sandboxID: 'ia' },
  ])
})

test('who is not known leaves nothing there', async () => {
  const world = await startWorld()
  for (const key of [null, `e2b_${'9'.repeat(40)}`, 'x'])
    expect((await world.call('DELETE', '/sandboxes/ia', { key })).status).toBe(401)
  expect((await world.call('POST', '/admin/teams', { key: null, body: { slug: 'a' } })).status).toBe(401)
  expect((await world.call('GET', '/admin/events', asAdmin)).body).toEqual([])
})

test('a fork is recorded for the sandbox and for each copy', async () => {
  const world = await startWorld()
  const id = await world.create()
  const { body } = await world.call('POST', `/sandboxes/${id}/fork`, { body: { count: 2 } })
  const copies = (body as { sandbox: unknown }[]).map(({ sandbox }) => field(sandbox, 'sandboxID'))
  expect(await eventsOf(world, `sandboxID=${id}&kind=forkSandbox`)).toHaveLength(1)
  for (const copy of copies)
    expect(await eventsOf(world, `sandboxID=${copy}`)).toMatchObject([{ kind: 'forkSandbox', subject: id }])
})

test('every operation that may change state is recorded, and none that only reads', async () => {
  const world = await startWorld()
  for (const { method, url, isPublic, isAdmin } of Object.values(operations)) {
    if (isPublic) continue
    const path = url.replaceAll(/:\w+/g, 'inever')
    await world.call(method, path, isAdmin ? asAdmin : {})
  }
  const told = new Set<string>()
  const readPage = async (token?: string) => {
    const more = token === undefined ? '' : `&nextToken=${token}`
    const { body, headers } = await world.call('GET', `/admin/events?limit=100${more}`, asAdmin)
    for (const { kind } of body as Event[]) told.add(kind)
    const next = headers.get('x-next-token')
    if (next !== null) await readPage(next)
  }
  await readPage()
  const changing = Object.values(operations).filter(({ method, isPublic }) => method !== 'GET' && !isPublic)
  expect([...told].sort()).toEqual(changing.map(({ id }) => id).sort())
})

test('pages hold every event once, also while more come', async () => {
  const world = await startWorld()
  for (let count = 0; count < 7; count++) await world.call('POST', '/sandboxes/inever/pause')
  const seen: string[] = []
  for (let token: string | null = ''; token !== null; ) {
    const more: string = token === '' ? '' : `&nextToken=${token}`
    const { body, headers } = await world.call('GET', `/events?limit=3${more}`)
    seen.push(...(body as Event[]).map(({ id }) => id))
    token = headers.get('x-next-token')
    await world.call('POST', '/sandboxes/inever/pause')
  }
  expect(seen).toEqual(['7', '6', '5', '4', '3', '2', '1'])
  for (const token of ['x', 'MjAyNi0wMS0wMVQwMDowMDowMC4wMDBaX19hYmM'])
    expect((await world.call('GET', `/events?nextToken=${token}`)).status).toBe(400)
})

test('another team sees nothing of it, and the admin sees all', async () => {
  const world = await startWorld()
  const id = await world.create()
  const other = await world.create({}, secondKey)
  expect(await eventsOf(world, `sandboxID=${id}`, secondKey)).toEqual([])
  expect((await eventsOf(world, '', secondKey)).map(({ sandboxID }) => sandboxID)).toEqual([other])
  const all = (await world.call('GET', '/admin/events', asAdmin)).body as Event[]
  expect(all.map(({ sandboxID }) => sandboxID)).toEqual([other, id])
  const theirs = (await world.call('GET', '/admin/events?teamID=second', asAdmin)).body as Event[]
  expect(theirs.map(({ sandboxID }) => sandboxID)).toEqual([other])
})

test('what the egress gateway refused a sandbox is listed for its team', async () => {
  const world = await startWorld()
  const id = await world.create()
  const flow = {
    protocol: 'tcp',
    address: '192.0.2.7',
    port: 443,
    name: 'example.test',
    rule: 'denyOut',
  } as const
  world.observer.write(id, 1000, { message: 'a warning of its own', level: 'warn' })
  world.observer.write(id, 2000, denialLine(flow))
  const query = `kind=networkRefused&sandboxID=${id}`
  expect(await eventsOf(world, query)).toMatchObject([
    {
      kind: 'networkRefused',
      outcome: 'refused',
      reason: expect.stringContaining('example.test (192.0.2.7:443)'),
    },
  ])
  expect((await world.call('GET', `/events?${query}`, { key: secondKey })).status).toBe(404)
  expect((await world.call('GET', '/events?kind=networkRefused')).status).toBe(400)
})

test('events are there after a restart, and go when they are old', async () => {
  const world = await startWorld()
  const id = await world.create({ timeout: 3600 })
  const store = await openStore(join(world.directory, 'cay.db'))
  const atMs = world.clock.nowMs() - 91 * 24 * 3_600_000
  await store.appendEvents([{ ...nothing, atMs, teamId: 'second' }])
  await store.close()
  expect(await eventsOf(world, '', secondKey)).toHaveLength(1)
  await world.restart()
  await pass(world, 11_000)
  await eventually(async () => expect(await eventsOf(world, '', secondKey)).toEqual([]))
  expect(await eventsOf(world, `sandboxID=${id}`)).toHaveLength(1)
})

const markKey = { sign: () => 'signed', isSigned: (_: string, signature: string) => signature === 'signed' }

test.each([
  ['update events set at_ms = 0 where seq <= 3', { kind: 'altered', seq: 1 }],
  ['update events set at_ms = 0 where seq = 3', { kind: 'altered', seq: 3 }],
  ['delete from events where seq = 3', { kind: 'missing', seq: 3, untilSeq: 3 }],
  ["update ledger_marks set signature = 'x'", { kind: 'badSignature', seq: 3, mark: 'head' }],
])('after "%s" retention keeps what is left of the chain, and tells why', async (statement, problem) => {
  const world = await startWorld()
  const path = join(world.directory, 'altered.db')
  const store = await openStore(path)
  const append = (teamId: string) =>
    store.appendEvents([1, 2, 3].map((atMs) => ({ ...nothing, atMs, teamId })))
  await append('a')
  await append('b')
  await store.relayEvents()
  await store.signLedgers(markKey.sign, 4)
  const database = new DatabaseSync(path)
  database.exec(`${statement}${statement.includes('where') ? ' and' : ' where'} team_id = 'a'`)
  database.close()
  expect(await store.pruneEvents({ beforeMs: 9, perTeamMax: 9, nowMs: 9 }, markKey)).toEqual({
    count: 3,
    broken: [{ teamId: 'a', problem }],
  })
  const left = await store.listEvents({ limit: 10 })
  expect(left.map(({ teamId }) => teamId)).toEqual(Array(statement.startsWith('delete') ? 2 : 3).fill('a'))
  await store.close()
})

test('of each team only the newest are kept', async () => {
  const world = await startWorld()
  const store = await openStore(join(world.directory, 'bound.db'))
  const ofTeam = (teamId: string | null) => ({ ...nothing, teamId })
  await store.appendEvents([ofTeam('a')])
  await store.relayEvents()
  await store.signLedgers(markKey.sign, 0)
  await store.appendEvents([ofTeam('a'), ofTeam('a'), ofTeam('b'), ofTeam(null)])
  expect(await store.pruneEvents({ beforeMs: 0, perTeamMax: 2, nowMs: 0 }, markKey)).toEqual({
    ...{ count: 1, broken: [] },
  })
  const left = await store.listEvents({ limit: 10 })
  expect(left.map(({ number, teamId }) => [number, teamId])).toEqual([
    [5, null],
    [4, 'b'],
    [3, 'a'],
    [2, 'a'],
  ])
  await store.close()
})

const everything = {
  sandboxId: undefined,
  kind: undefined,
  team: undefined,
  isOfAllTeams: false,
  limit: undefined,
  sinceMs: undefined,
}

const accessOf = (world: World, apiKey = firstKey) => ({
  own: async () => connectAsTeam({ url: world.url, apiKey }),
  admin: async () => connectAsAdmin({ url: world.url, adminToken }),
})

test('cay events prints them, as a team and for all teams, with the name of the key beside its id', async () => {
  const world = await startWorld()
  const access = accessOf(world)
  const view = { ...table, nowMs: world.clock.nowMs() }
  expect(await showEvents(access, everything, view)).toBe('There are no such events.')
  const id = await world.create()
  await world.create({}, secondKey)
  const lines = (await showEvents(access, everything, view)).split('\n')
  expect(lines[0]).toMatch(/^WHEN +KIND +ABOUT +BY +OUTCOME +REASON$/)
  const by = `key .+ \\(${await keyId(world)}\\)`
  expect(lines[1]).toMatch(new RegExp(`createSandboxV2 +${id} +${by} +done 201 +-$`))
  expect(lines).toHaveLength(2)
  const ofAll = await showEvents(access, { ...everything, isOfAllTeams: true }, view)
  expect(ofAll.split('\n')).toHaveLength(3)
  expect(await showEvents(access, { ...everything, team: 'second' }, json)).not.toContain(id)
})

test('cay events reads as many pages as it takes, and none beyond what is asked for', async () => {
  const world = await startWorld()
  const file = join(world.directory, 'cay.db')
  const store = await openStore(file)
  await store.appendEvents(
    Array.from({ length: 250 }, (_, index) => ({
      ...nothing,
      teamId: null,
      atMs: index * 1000,
    })),
  )
  await store.close()
  const access = accessOf(world)
  const count = async (request: object) => {
    const text = await showEvents(access, { ...everything, isOfAllTeams: true, ...request }, json)
    return (JSON.parse(text) as unknown[]).length
  }
  expect(await count({})).toBe(50)
  expect(await count({ limit: 120 })).toBe(120)
  expect(await count({ sinceMs: 0 })).toBe(250)
  expect(await count({ sinceMs: 240_000 })).toBe(10)
  expect(await count({ sinceMs: 0, limit: 7 })).toBe(7)
})

test('cay events --follow goes on with each event as it comes, oldest first', async () => {
  const world = await startWorld()
  const ids = [await world.create(), await world.create()]
  const lines: string[] = []
  const errors: string[] = []
  const stop = new AbortController()
  const output = {
    print: (line: string) => lines.push(line),
    printError: (line: string) => errors.push(line),
  }
  const access = accessOf(world)
  const followed = followEvents(access, everything, { view: json, output, signal: stop.signal })
  const seen = () => lines.map((line) => field(JSON.parse(line), 'sandboxId'))
  await expect.poll(seen).toEqual(ids)
  ids.push(await world.create())
  await expect.poll(seen).toEqual(ids)
  stop.abort()
  await followed
  expect(errors).toEqual([])
})
