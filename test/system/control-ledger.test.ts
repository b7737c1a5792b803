/** The audit log as a ledger: what somebody alters in the database is named. */
import { createPublicKey, hash, verify } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { components } from '@cay/contract/gen/control/api.js'
import type { Store } from '@cay/control/ports/store.ts'
import { beginAt, describeProblem, verifyEnd, verifyPage } from '@cay/core/event/verify-ledger.ts'
import { expect, test } from 'vitest'
import { rewriteLedger } from '../support/rewrite-ledger.ts'
import { adminToken, pass, secondKey, startWorld, type World } from './control-world.ts'

type Page = components['schemas']['LedgerPage']

const asAdmin = { key: null, headers: { 'x-admin-token': adminToken } }

async function verdictOf(page: Page): Promise<string> {
  const key = createPublicKey(page.publicKey)
  const tools = {
    sha256: (text: string) => hash('sha256', text),
    isSigned: (text: string, signature: string) =>
      verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url')),
  }
  const teamId = page.teamID ?? ''
  const entries = page.events.map(({ keyID: keyId, sandboxID: sandboxId, ...event }) => ({
    ...{ ...event, teamId, keyId, sandboxId },
  }))
  const heads = page.heads.map((head) => ({ ...head, teamId }))
  const begun = beginAt(teamId, page.cut && { ...page.cut, teamId }, tools)
  const verdict = begun.kind === 'broken' ? begun : verifyPage(begun.state, { entries, heads }, tools)
  if (verdict.kind === 'broken') return describeProblem(verdict.problem)
  const atEnd = verifyEnd(verdict.state, page.lastHead && { ...page.lastHead, teamId }, tools)
  return atEnd === undefined
    ? `${verdict.state.count} events, signed to ${verdict.state.signedSeq}`
    : describeProblem(atEnd)
}

async function readChain(world: World, path = '/events/ledger', options = {}): Promise<Page> {
  const { status, body } = await world.call('GET', path, options)
  expect(status).toBe(200)
  return body as Page
}

/** Six events of the first team, in a chain that is signed. */
async function startLedger(): Promise<World> {
  const world = await startWorld()
  for (let count = 0; count < 6; count++) await world.create()
  expect(await verdictOf(await readChain(world))).toBe('6 events, signed to 6')
  return world
}

/** What somebody with access to the file does. */
function alter(world: World, ...statements: string[]): void {
  const database = new DatabaseSync(join(world.directory, 'cay.db'))
  for (const statement of statements) database.exec(statement)
  database.close()
}

test.each([
  ["update events set outcome = 'refused' where seq = 3", 'event 3 was altered'],
  ['update events set at_ms = at_ms + 1 where seq = 1', 'event 1 was altered'],
  ["update events set sandbox_id = 'iother' where seq = 6", 'event 6 was altered'],
  ['delete from events where seq = 4', 'event 4 is missing'],
  ['delete from events where seq > 4', 'events 5 to 6 are missing'],
  [
    'update events set seq = case seq when 2 then 5 else 2 end where seq in (2, 5)',
    'event 2 is not in its place',
  ],
  ["update events set hash = 'x' where seq = 3", 'event 3 was altered'],
])('after "%s" a verifier says: %s', async (statement, problem) => {
  const world = await startLedger()
  alter(world, statement)
  expect(await verdictOf(await readChain(world))).toBe(problem)
})

test('the end of a chain that was written anew, without its heads, is not intact', async () => {
  const world = await startLedger()
  await world.create()
  await readChain(world)
  rewriteLedger(join(world.directory, 'cay.db'), 7)
  expect(await verdictOf(await readChain(world))).toBe('event 7 is covered by no signed head')
})

test('a page has a signed end also when another process relays events just before it is read', async () => {
  let late: Promise<unknown> | undefined
  const world: World = await startWorld({
    around: (part) =>
      new Proxy(part, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name)
          if (name !== 'readLedger' || typeof member !== 'function') return member
          return async (...given: unknown[]) => {
            const store = target as Pick<Store, 'relayEvents'>
            late ??= world.create().then(() => store.relayEvents())
            await late
            return Reflect.apply(member, target, given) as unknown
          }
        },
      }),
  })
  await world.create()
  expect(await verdictOf(await readChain(world))).toBe('2 events, signed to 2')
})

test('a chain that goes on after an alteration is still told', async () => {
  const world = await startLedger()
  alter(world, "update events set outcome = 'refused' where seq = 3")
  await world.create()
  await world.restart()
  expect(await verdictOf(await readChain(world))).toBe('event 3 was altered')
})

test('the end of a chain is signed within a minute, without anybody who reads it', async () => {
  const world = await startWorld()
  await world.create()
  await pass(world, 90_000)
  const database = new DatabaseSync(join(world.directory, 'cay.db'), { readOnly: true })
  expect(database.prepare('select seq, signed_seq from ledgers').all()).toMatchObject([
    { seq: 1, signed_seq: 1 },
  ])
  database.close()
})

test('what retention removed is a signed cut, and the rest is verified from there', async () => {
  const world = await startLedger()
  await pass(world, 60_000)
  world.clock.skip(91 * 24 * 3_600_000)
  await world.create()
  await pass(world, 700_000)
  const page = await readChain(world)
  expect(page.cut).toMatchObject({ kind: 'cut', seq: 6 })
  expect(await verdictOf(page)).toMatch(/^\d+ events, signed to \d+$/)
  expect(page.events[0]?.seq).toBe(7)
})

test('retention removes no event that was made to look old, and leaves a verifier to name it', async () => {
  const world = await startLedger()
  await pass(world, 20_000)
  alter(world, 'update events set at_ms = 0 where seq <= 6')
  await world.create()
  await pass(world, 700_000)
  const page = await readChain(world)
  expect(page.cut).toBeUndefined()
  expect(await verdictOf(page)).toBe('event 1 was altered')
})

test('a team reads its own chain, the admin all of them, and pages begin where they are asked to', async () => {
  const world = await startLedger()
  await world.create({}, secondKey)
  expect(await verdictOf(await readChain(world, '/events/ledger', { key: secondKey }))).toBe(
    '1 events, signed to 1',
  )
  const list = await world.call('GET', '/admin/events/ledgers', asAdmin)
  expect(list.body).toEqual(expect.arrayContaining(['second']))
  const theirs = await readChain(world, '/admin/events/ledger?teamID=second', asAdmin)
  expect(theirs.events).toHaveLength(1)
  expect((await readChain(world, '/admin/events/ledger', asAdmin)).events).toEqual([])
  expect((await world.call('GET', '/admin/events/ledger')).status).toBe(401)
  const page = await readChain(world, '/events/ledger?after=3&limit=2')
  expect(page.events.map(({ seq }) => seq)).toEqual([4, 5])
  for (const query of ['limit=0', 'limit=1001', 'after=-1', 'since=yesterday'])
    expect((await world.call('GET', `/events/ledger?${query}`)).status).toBe(400)
})
