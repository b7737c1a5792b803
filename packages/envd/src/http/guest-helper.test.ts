import { headers } from '@cay/contract/names.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OwnDaemon, startOwnDaemon } from '../sim/own-daemon.ts'

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
const logs = (after: number, token = controlToken) =>
  fetch(`${daemon.url}/sandbox-logs?after=${after}`, { headers: { [headers.controlToken]: token } })

test('a process learns which sandbox it is in, without any token', async () => {
  await become('somebody')
  expect(await (await fetch(`${daemon.helperUrl}/me`)).json()).toEqual({ sandboxID: 'somebody' })
})

test('what is reported can be fetched by the node, from any line on', async () => {
  for (const level of ['info', 'warn']) expect((await report(JSON.stringify({ level }))).status).toBe(200)
  const page = await (await logs(0)).json()
  expect(page).toMatchObject({
    lostCount: 0,
    lines: [
      { number: 1, fields: { level: 'info' } },
      { number: 2, fields: { level: 'warn' } },
    ],
  })
  expect(await (await logs(1)).json()).toMatchObject({ lines: [{ number: 2 }] })
})

test('nobody else can fetch it', async () => {
  expect((await logs(0, 'wrong')).status).toBe(401)
  expect((await fetch(`${daemon.url}/sandbox-logs`)).status).toBe(401)
  expect((await fetch(`${daemon.helperUrl}/sandbox-logs`)).status).toBe(404)
})

test('another identity finds nothing of the former one', async () => {
  await report('{"secret": 1}')
  await become('another')
  expect(await (await logs(0)).json()).toEqual({ lines: [], lostCount: 0 })
})

test.each([
  ['no object', '[1]', 400],
  ['no JSON', 'x', 400],
  ['too much', JSON.stringify({ a: 'x'.repeat(70_000) }), 413],
])('a report that is %s is refused', async (_, body, status) => {
  expect((await report(body)).status).toBe(status)
})

test('of very many reports the newest are kept, and the loss is told', async () => {
  const body = JSON.stringify({ text: 'x'.repeat(60_000) })
  for (let count = 0; count < 40; count++) await report(body)
  const { lines, lostCount } = (await (await logs(0)).json()) as {
    lines: { number: number }[]
    lostCount: number
  }
  expect(lostCount + lines.length).toBe(40)
  expect(lines.length).toBeLessThan(20)
  expect(lines.at(-1)?.number).toBe(40)
})

test('the helper serves nothing else', async () => {
  expect((await fetch(`${daemon.helperUrl}/files?path=/etc/passwd`)).status).toBe(404)
  expect((await fetch(`${daemon.helperUrl}/me`, { method: 'POST' })).status).toBe(405)
})
