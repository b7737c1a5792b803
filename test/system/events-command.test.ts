/** `cay webhook …` and `cay events verify`, `export` and `key`; and the receivers of the examples. */
import { type ChildProcess, spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { exportLedger, showLedgerKey, verifyLedger } from '@cay/cli/app/event/ledger-commands.ts'
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  testWebhook,
} from '@cay/cli/app/webhook/webhook-commands.ts'
import { connectAsAdmin, connectAsTeam } from '@cay/cli/edge/control/control-client.ts'
import { hashedText, type LedgerEntry } from '@cay/core/event/ledger.ts'
import { expect, onTestFinished, test } from 'vitest'
import { json, table } from '../support/list-views.ts'
import { rewriteLedger } from '../support/rewrite-ledger.ts'
import { adminToken, eventually, firstKey, secondKey, startWorld, type World } from './control-world.ts'

const ownTeam = { team: undefined, isOfAllTeams: false }
const live = { ...ownTeam, file: undefined, against: undefined, keyFile: undefined }

const accessOf = (world: World) => ({
  own: async () => connectAsTeam({ url: world.url, apiKey: firstKey }),
  admin: async () => connectAsAdmin({ url: world.url, adminToken }),
})

interface Verdict {
  readonly exitCode: number
  readonly lines: readonly string[]
}

async function verified(world: World, request: object = {}): Promise<Verdict> {
  const lines: string[] = []
  const exitCode = await verifyLedger(accessOf(world), { ...live, ...request }, (line) => lines.push(line))
  return { exitCode, lines }
}

async function exported(world: World, request: object = {}): Promise<string[]> {
  const lines: string[] = []
  const range = { ...ownTeam, sinceMs: undefined, ...request }
  await exportLedger(accessOf(world), range, (line) => lines.push(line))
  return lines
}

test('cay events verify names the event that was altered in the database, and says so in its exit code', async () => {
  const world = await startWorld()
  for (let count = 0; count < 5; count++) await world.create()
  await world.create({}, secondKey)
  const intact = await verified(world, { isOfAllTeams: true })
  expect(intact).toMatchObject({ exitCode: 0 })
  expect(intact.lines).toHaveLength(2)
  expect(intact.lines).toContain('team second: event 1 is intact, signed to 1')
  expect(intact.lines.join('\n')).toMatch(/^team .+: events 1 to 5 are intact, signed to 5$/m)
  const database = new DatabaseSync(join(world.directory, 'cay.db'))
  database.exec("update events set sandbox_id = 'iother' where seq = 3 and team_id != 'second'")
  database.close()
  expect(await verified(world)).toEqual({
    exitCode: 1,
    lines: [expect.stringMatching(/^team .+: event 3 was altered$/)],
  })
  expect(await verified(world, { team: 'second' })).toMatchObject({ exitCode: 0 })
})

test('an export is verified without Cay, with a key from elsewhere, and each change of it is named', async () => {
  const world = await startWorld()
  for (let count = 0; count < 6; count++) {
    await world.create()
    if (count === 2) await exported(world)
  }
  const lines = await exported(world)
  const keyFile = join(world.directory, 'ledger.pem')
  await writeFile(keyFile, await showLedgerKey(await accessOf(world).own()))
  const check = async (changed: readonly string[], request: object = { keyFile }) => {
    const file = join(world.directory, 'export.jsonl')
    await writeFile(file, `${changed.join('\n')}\n`)
    const { exitCode, lines: said } = await verified(world, { file, ...request })
    return [exitCode, ...said.map((line) => line.replace(/^team [^:]+: /, ''))]
  }
  const at = (seq: number) =>
    lines.findIndex((line) => line.includes('"event"') && line.includes(`"seq":${seq},`))
  const without = (index: number) => lines.filter((_, other) => other !== index)
  expect(lines).toHaveLength(1 + 6 + 2 + 1)
  expect(await check(lines)).toEqual([0, 'events 1 to 6 are intact, signed to 6'])
  expect(await check(lines.map((line) => line.replace('"seq":2,', '"seq":2,"note":1,')))).toEqual([
    0,
    'events 1 to 6 are intact, signed to 6',
  ])
  const altered = lines.map((line, index) => (index === at(4) ? line.replace('"done"', '"refused"') : line))
  expect(await check(altered)).toEqual([1, 'event 4 was altered'])
  expect(await check(without(at(4)))).toEqual([1, 'event 4 is missing'])
  expect(await check(without(at(1)))).toEqual([1, 'event 1 is missing'])
  expect(await check(without(at(6)))).toEqual([1, 'event 6 is missing'])
  const moved = [...without(at(2)), lines[at(2)] ?? '']
  expect(await check(moved)).toEqual([1, 'event 2 is not in its place'])
  const other = await startWorld()
  const otherKey = join(world.directory, 'other.pem')
  await writeFile(otherKey, await showLedgerKey(await accessOf(other).own()))
  expect(await check(lines, { keyFile: otherKey })).toEqual([
    ...[1, 'the signature of the head at event 3 is not of this key'],
  ])
  expect(await check(lines, {})).toEqual([
    ...[0, 'events 1 to 6 are intact, signed to 6'],
    expect.stringContaining('key in the file itself'),
  ])
  await expect(check(['{}'])).rejects.toThrow('line 1 is not one of an export')
  // Cut off at the end of a line, behind a head.
  const headAt3 = lines.findIndex((line) => line.includes('"head"') && line.includes('"seq":3,'))
  expect(await check(lines.slice(0, headAt3 + 1))).toEqual([1, 'the export is cut off after event 3'])
  expect(await check([...lines.slice(0, headAt3 + 1), lines.at(-1) ?? ''])).toEqual([
    ...[1, 'events 4 to 6 are missing'],
  ])
  const earlier = lines.slice(0, -1).map((line) => line.replace('"version":2,"chains":1,', ''))
  expect(await check(earlier)).toEqual([
    ...[0, 'events 1 to 6 are intact, signed to 6', expect.stringContaining('of an earlier version')],
  ])
  // Altered at its end, with new hashes and without the head that covers them.
  const event6 = JSON.parse(lines[at(6)] ?? '') as LedgerEntry
  const forged = { ...event6, outcome: 'refused' }
  const rehashed = { ...forged, hash: hash('sha256', hashedText(forged, 6, forged.previousHash)) }
  const rewritten = lines.flatMap((line, index) => {
    if (index === at(6)) return [JSON.stringify(rehashed)]
    return line.includes('"head"') && line.includes('"seq":6,') && !line.includes('"end"') ? [] : [line]
  })
  expect(await check(rewritten)).toEqual([1, 'events 4 to 6 are covered by no signed head'])
})

test('an export of several chains that was cut off between two of them is not whole', async () => {
  const world = await startWorld()
  await world.create()
  await world.create({}, secondKey)
  const file = join(world.directory, 'export.jsonl')
  const lines = await exported(world, { isOfAllTeams: true })
  await writeFile(file, lines.join('\n'))
  expect(await verified(world, { file })).toMatchObject({ exitCode: 0 })
  const second = lines.findLastIndex((line) => line.includes('"type":"ledger"'))
  await writeFile(file, lines.slice(0, second).join('\n'))
  const cut = await verified(world, { file })
  expect(cut.exitCode).toBe(1)
  expect(cut.lines).toContain('The export is cut off: it has 1 of 2 chains.')
})

test('a ledger that was written anew is told from an export that was kept elsewhere', async () => {
  const world = await startWorld()
  for (let count = 0; count < 5; count++) await world.create()
  const against = join(world.directory, 'export.jsonl')
  await writeFile(against, (await exported(world)).join('\n'))
  await world.create()
  const compare = async (request: object = { against }) => {
    const { exitCode, lines } = await verified(world, request)
    return [exitCode, lines[0]?.replace(/^team [^:]+: /, '')]
  }
  expect(await compare()).toEqual([0, 'events 1 to 6 are intact, signed to 6, and as in the export to 5'])
  rewriteLedger(join(world.directory, 'cay.db'), 3)
  // As control has a new event to sign, it signs the end of what it finds.
  await world.create()
  expect(await compare({})).toEqual([0, 'events 1 to 7 are intact, signed to 7'])
  expect(await compare()).toEqual([1, 'event 3 is not that of the export'])
  const database = new DatabaseSync(join(world.directory, 'cay.db'))
  database.exec('delete from events where seq > 2')
  database.exec("delete from ledger_marks where kind = 'head'")
  database.exec('update ledgers set seq = 2, signed_seq = 0, hash = (select hash from events where seq = 2)')
  database.close()
  expect(await compare({})).toEqual([0, 'events 1 to 2 are intact, signed to 2'])
  expect(await compare()).toEqual([1, 'the ledger ends before event 5, which the export has'])
  const other = await startWorld()
  await other.create()
  const foreign = join(world.directory, 'foreign.jsonl')
  await writeFile(foreign, (await exported(other)).join('\n'))
  expect(await compare({ against: foreign })).toEqual([
    1,
    expect.stringContaining('the export does not have it'),
  ])
})

test('an export since an instant is verified from there', async () => {
  const world = await startWorld()
  await world.create()
  await world.clock.advance(10_000)
  const sinceMs = world.clock.nowMs()
  for (let count = 0; count < 3; count++) await world.create()
  const lines = await exported(world, { sinceMs })
  const file = join(world.directory, 'export.jsonl')
  await writeFile(file, lines.join('\n'))
  expect((await verified(world, { file })).lines[0]).toMatch(/: events 2 to 4 are intact, signed to 4$/)
})

test('cay webhook registers, lists, tests, follows up and deletes', async () => {
  const world = await startWorld({ webhookRetries: 'hosted' })
  const team = await accessOf(world).own()
  const receiver = await startReceiver('webhook.mjs', 'another-secret')
  const made = await createWebhook(team, {
    ...{ url: receiver.url, name: undefined, events: ['created', 'sandbox.lifecycle.killed'] },
    secret: undefined,
  })
  expect(made).toMatch(/^[0-9a-f-]{36}\nwhsec_[A-Za-z0-9+/]{43}=$/)
  const [id = ''] = made.split('\n')
  const list = (await listWebhooks(team, table)).split('\n')
  expect(list[0]).toMatch(/^WEBHOOK ID +NAME +URL +ENABLED +EVENTS$/)
  expect(list[1]).toContain(`${id}   127.0.0.1`)
  expect(list[1]).toMatch(/yes +created,killed$/)
  const said: string[] = []
  const output = { print: (line: string) => said.push(line), printError: (line: string) => said.push(line) }
  // The receiver has another secret.
  expect(await testWebhook(team, id, output)).toBe(1)
  expect(said).toEqual(['Error: not delivered: the receiver answered 401'])
  const sandbox = await world.create({ timeout: 3600 })
  const ofState = async (state: string) => {
    const text = await listDeliveries(team, { webhookId: id, state, limit: 9 }, json)
    return JSON.parse(text) as { deliveryId: string }[]
  }
  await eventually(async () => {
    await world.clock.advance(10_000)
    expect(await ofState('dead')).toMatchObject([{ status: 401, attempts: 4, sandboxId: sandbox }])
  })
  const [dead] = await ofState('dead')
  const shown = await listDeliveries(team, { webhookId: id, state: undefined, limit: 9 }, table)
  expect(shown).toMatch(/created +\S+ +dead +4 +the receiver answered 401$/)
  said.length = 0
  const again = { webhookId: id, deliveryIds: [dead?.deliveryId ?? '', 'none'] }
  expect(await redeliver(team, again, output)).toBe(1)
  expect(said).toEqual([dead?.deliveryId, expect.stringMatching(/^Error: none: the API answered 404/)])
  expect(await deleteWebhook(team, id)).toBe(id)
  await expect(deleteWebhook(team, id)).rejects.toThrow('Webhook not found')
  await expect(
    createWebhook(team, { url: 'http://10.0.0.1/', name: undefined, events: undefined, secret: undefined }),
  ).rejects.toThrow('10.0.0.1 is private')
})

test.each(['webhook.mjs', 'webhook.py'])(
  'the receiver of the example %s takes what is genuine',
  async (example) => {
    const world = await startWorld()
    const secret = 'secret-of-the-example'
    const receiver = await startReceiver(example, secret)
    const team = await accessOf(world).own()
    await createWebhook(team, { url: receiver.url, name: undefined, events: undefined, secret })
    const id = await world.create({ timeout: 3600 })
    await eventually(async () => {
      await world.clock.advance(300)
      expect(receiver.said()).toContain(`sandbox.lifecycle.created ${id}`)
    })
    const forged = await fetch(receiver.url, {
      method: 'POST',
      body: '{"id":"1","type":"sandbox.lifecycle.killed"}',
      headers: { 'e2b-signature': 'x'.repeat(43) },
    })
    expect(forged.status).toBe(401)
    expect(receiver.said()).not.toContain('killed')
  },
)

interface ExampleReceiver {
  readonly url: string
  said(): string
}

async function startReceiver(example: string, secret: string): Promise<ExampleReceiver> {
  const file = new URL(`../../examples/${example}`, import.meta.url).pathname
  expect(await readFile(file, 'utf8')).toContain('e2b-signature')
  const program = example.endsWith('.py') ? 'python3' : process.execPath
  const child: ChildProcess = spawn(program, [file], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  await eventually(async () => expect(said).toMatch(/listening on \d+/))
  const [, port] = /listening on (\d+)/.exec(said) ?? []
  return { url: `http://127.0.0.1:${port}/`, said: () => said }
}
