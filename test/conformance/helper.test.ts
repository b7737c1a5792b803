/** What a process finds in its own sandbox at a fixed address. */
import type { Sandbox } from 'e2b'
import { beforeAll, expect, test } from 'vitest'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await create()
})

const output = async (command: string) => (await sandbox.commands.run(command)).stdout

test('it says which sandbox this is, by address and by name', async () => {
  for (const host of ['192.0.2.1', 'events.e2b.local']) {
    expect(JSON.parse(await output(`curl -s http://${host}/me`))).toEqual({ sandboxID: sandbox.sandboxId })
  }
  expect(JSON.parse(await output('curl -s $E2B_EVENTS_ADDRESS/me'))).toEqual({ sandboxID: sandbox.sandboxId })
})

test('it takes reports', async () => {
  expect(await output(`curl -s -w '%{http_code}' -d '{"level":"info"}' http://events.e2b.local/logs`)).toBe(
    '200',
  )
})

test('a sandbox without internet has it too', async () => {
  const lonely = await create({ allowInternetAccess: false })
  const { stdout } = await lonely.commands.run(
    'curl -s http://events.e2b.local/me; curl -s http://192.0.2.1/me; curl -s -w "%{http_code}" -d "{}" http://192.0.2.1/logs',
  )
  const said = JSON.stringify({ sandboxID: lonely.sandboxId })
  expect(stdout.replaceAll(/\s/g, '')).toBe(`${said}${said}200`)
})

test('what was reported is not to be had through the sandbox’s URL', async () => {
  const answer = await fetch(`${process.env.E2B_SANDBOX_URL}/sandbox-logs`, {
    headers: { 'E2b-Sandbox-Id': sandbox.sandboxId, 'E2b-Sandbox-Port': '49983' },
  })
  expect(answer.status).toBe(404)
})

test('the helper leaves its port to servers of the sandbox', async () => {
  const handle = await sandbox.commands.run('sudo python3 -m http.server 80', { background: true })
  const ask = 'until curl -sf http://127.0.0.1/; do sleep 0.1; done'
  expect(await output(`timeout 20 sh -c '${ask}'`)).toContain('Directory listing')
  expect(await output('curl -s http://192.0.2.1/me')).toContain(sandbox.sandboxId)
  await handle.kill()
})
