/** What `cay team` and `cay key` do, against control itself. */
import { listNodes } from '@cay/cli/app/node/node-commands.ts'
import {
  createKey,
  createTeam,
  deleteKey,
  listKeys,
  listTeams,
  renameKey,
} from '@cay/cli/app/team/team-commands.ts'
import { connectAsAdmin, connectAsTeam } from '@cay/cli/edge/control/control-client.ts'
import { expect, test } from 'vitest'
import { json, table } from '../support/list-views.ts'
import { adminToken, firstKey, startWorld, type World } from './control-world.ts'

const adminOf = ({ url }: World) => connectAsAdmin({ url, adminToken })
const ownOf = ({ url }: World, apiKey = firstKey) => connectAsTeam({ url, apiKey })
const accessOf = (world: World) => ({ own: async () => ownOf(world), admin: async () => adminOf(world) })

test('a team is made with a key, which is all that is printed, and is listed', async () => {
  const world = await startWorld()
  const key = await createTeam(adminOf(world), { slug: 'research', name: undefined })
  expect(key).toMatch(/^e2b_[0-9a-f]{40}$/)
  expect((await world.call('GET', '/v2/sandboxes', { key })).status).toBe(200)
  const lines = (await listTeams(adminOf(world), table)).split('\n')
  expect(lines[0]).toMatch(/^SLUG +NAME +TEAM ID$/)
  expect(lines.at(-1)).toMatch(/^research +research +[0-9a-f-]{36}$/)
})

test('a key is made for the own team or another, listed masked, renamed and deleted', async () => {
  const world = await startWorld()
  const key = await createKey(accessOf(world), {
    name: 'ci',
    scope: 'read-only',
    team: undefined,
    expiresAtMs: undefined,
  })
  expect((await world.call('GET', '/v2/sandboxes', { key })).status).toBe(200)
  const listed = await listKeys(ownOf(world), table)
  expect(listed).not.toContain(key)
  const id = /^(\S+) +ci +read-only/m.exec(listed)?.[1] ?? ''
  expect(await renameKey(ownOf(world), id, 'build')).toBe(id)
  expect(await listKeys(ownOf(world), table)).toMatch(/build +read-only/)
  expect(await deleteKey(ownOf(world), id)).toBe(id)
  expect((await world.call('GET', '/v2/sandboxes', { key })).status).toBe(401)
  const foreign = await createKey(accessOf(world), {
    name: 'theirs',
    scope: 'full',
    team: 'second',
    expiresAtMs: undefined,
  })
  expect(await listKeys(ownOf(world, foreign), table)).toMatch(/theirs +full/)
  expect(await listKeys(ownOf(world), table)).not.toContain('theirs')
})

test('a key that expires is listed with the instant', async () => {
  const world = await startWorld()
  const expiresAtMs = Date.parse('2099-01-01T00:00:00Z')
  await createKey(accessOf(world), { name: 'ci', scope: 'member', team: undefined, expiresAtMs })
  expect(await listKeys(ownOf(world), table)).toMatch(/EXPIRES\n[\s\S]* ci +member .* 2099-01-01T00:00:00/)
})

test('what goes wrong is said in a sentence', async () => {
  const world = await startWorld()
  await expect(createTeam(adminOf(world), { slug: 'default', name: undefined })).rejects.toThrow(
    "the API answered 409: team 'default' already exists",
  )
  const nobodys = { name: 'x', scope: 'full', team: 'nope', expiresAtMs: undefined }
  await expect(createKey(accessOf(world), nobodys)).rejects.toThrow('there is no team "nope"')
  await expect(deleteKey(ownOf(world), 'nope')).rejects.toThrow("404: API key 'nope' not found")
  const wrong = connectAsAdmin({ url: world.url, adminToken: 'wrong' })
  await expect(listTeams(wrong, table)).rejects.toThrow('401: invalid admin token')
})

test('for programs every field of a list is there, with null for what never was', async () => {
  const world = await startWorld()
  expect(JSON.parse(await listTeams(adminOf(world), json))).toContainEqual({
    teamId: 'second',
    slug: 'second',
    name: 'Second',
  })
  await createKey(accessOf(world), { name: 'ci', scope: 'full', team: undefined, expiresAtMs: undefined })
  const keys = JSON.parse(await listKeys(ownOf(world), json)) as { name: string }[]
  expect(keys.find(({ name }) => name === 'ci')).toEqual({
    keyId: expect.any(String),
    name: 'ci',
    scope: 'full',
    mask: expect.stringMatching(/^e2b_.*…/),
    createdAt: expect.any(String),
    lastUsed: null,
    expiresAt: null,
  })
  const [node] = JSON.parse(await listNodes(adminOf(world), json)) as object[]
  expect(node).toMatchObject({ nodeId: 'simulated', status: 'ready', sandboxes: 0, cpuCount: 8 })
})
