import { headers } from '@cay/contract/names.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LogPage } from '../../app/logs/guest-log.ts'
import { type OwnDaemon, startOwnDaemon } from '../../testing/own-daemon.ts'

let daemon: OwnDaemon
let now = 1
let controlToken = ''

beforeAll(async () => {
  daemon = await startOwnDaemon()
})
afterAll(() => daemon[Symbol.asyncDispose]())
beforeEach(() => become(`box${now}`))

async function become(sandboxId: string): Promise<void> {
  const next = `control-${now}`
  const answer = await fetch(`${daemon.url}/init`, {
    method: 'POST',
    headers: { [headers.controlToken]: controlToken },
    body: JSON.stringify({ sandboxId, controlToken: next, accessToken: 'secret', timestampMs: now++ }),
  })
  expect(answer.status).toBe(204)
  controlToken = next
}

const report = (body: string) => fetch(`${daemon.helperUrl}/logs`, { method: 'POST', body })
const logs = (after = '', token = controlToken) =>
  fetch(`${daemon.url}/sandbox-logs?after=${after}`, { headers: { [headers.controlToken]: token } })
const page = async (after?: string) => (await (await logs(after)).json()) as LogPage

test('a process learns which sandbox it is in, without any token', async () => {
  await become('somebody')
  expect(await (await fetch(`${daemon.helperUrl}/me`)).json()).toEqual({ sandboxID: 'somebody' })
})

test('what is reported can be fetched by the node, from any place on', async () => {
  for (const level of ['info', 'warn']) {
    expect((await report(JSON.stringify({ level, message: 'x' }))).status).toBe(200)
    if (level === 'warn') continue
    const first = await page()
    expect(first).toMatchObject({ lostCount: 0, hasMore: false, entries: [{ level: 'info', message: 'x' }] })
    await report('{"message":"between"}')
    expect((await page(first.cursor)).entries).toMatchObject([{ message: 'between' }])
  }
  expect((await page()).entries).toHaveLength(3)
  const { cursor } = await page()
  expect(await page(cursor)).toEqual({ entries: [], cursor, hasMore: false, lostCount: 0 })
})

test('nobody else can fetch it', async () => {
  expect((await logs('', 'wrong')).status).toBe(401)
  expect((await fetch(`${daemon.url}/sandbox-logs`)).status).toBe(401)
  expect((await fetch(`${daemon.helperUrl}/sandbox-logs`)).status).toBe(404)
})

test('another identity finds nothing of the former one, whatever place it asks from', async () => {
  await report('{"secret": 1}')
  const { cursor } = await page()
  await become('another')
  expect((await page()).entries).toEqual([])
  await report('{"message": "new"}')
  expect((await page(cursor)).entries).toMatchObject([{ message: 'new' }])
})

test.each([
  ['no object', '[1]', 400],
  ['no JSON', 'x', 400],
  ['too much', JSON.stringify({ a: 'x'.repeat(70_000) }), 413],
])('a report that is %s is refused', async (_, body, status) => {
  expect((await report(body)).status).toBe(status)
})

test('too many reports at once are refused, and those that were taken are kept', async () => {
  const body = JSON.stringify({ message: 'x'.repeat(8000) })
  const sent = 60
  let { cursor } = await page()
  let taken = sent
  // Reports that take long enough are all taken.
  while (taken === sent) {
    const statuses = await Promise.all(Array.from({ length: sent }, async () => (await report(body)).status))
    taken = statuses.filter((status) => status === 200).length
    expect(statuses.filter((status) => status === 429)).toHaveLength(sent - taken)
    const first = await page(cursor)
    const rest = await page(first.cursor)
    expect(first.entries.length + rest.entries.length).toBe(taken)
    expect([first.hasMore, rest.hasMore]).toEqual([rest.entries.length > 0, false])
    cursor = rest.cursor
  }
})

test('the helper serves nothing else', async () => {
  expect((await fetch(`${daemon.helperUrl}/files?path=/etc/passwd`)).status).toBe(404)
  expect((await fetch(`${daemon.helperUrl}/me`, { method: 'POST' })).status).toBe(405)
})
