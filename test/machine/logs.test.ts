/** What sandboxes write reaches their log, and stays there whatever becomes of them. */
import { setTimeout as sleep } from 'node:timers/promises'
import { idlePollEveryMs } from '@cay/orchestrator/app/idle/idle-freezer.ts'
import { Sandbox } from 'e2b'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { pointClientHere } from '../support/client.ts'
import { LogReader } from '../support/log-reader.ts'

const patience = { timeout: 60_000, interval: 200 }
const created: Sandbox[] = []
let sandbox: Sandbox
let logs: LogReader

beforeAll(() => pointClientHere())
afterAll(async () => {
  for (const each of created) await each.kill()
})
beforeEach(async () => {
  sandbox = await Sandbox.create('base', { timeoutMs: 300_000 })
  created.push(sandbox)
  logs = new LogReader(inject('installation'), sandbox.sandboxId)
})

test('a command is in the log at once, from its start to its end', async () => {
  const { pid } = await sandbox.commands.run('sleep 300', { background: true })
  await sandbox.commands.run('echo one; echo two >&2')
  const entries = await logs.all()
  expect(entries).toContainEqual(expect.objectContaining({ message: 'sandbox created', level: 'info' }))
  expect(entries.filter(({ fields }) => fields.command === 'echo one; echo two >&2')).toMatchObject([
    { message: 'process started' },
    { message: 'one', level: 'info', fields: { stream: 'stdout' } },
    { message: 'two', level: 'warn', fields: { stream: 'stderr' } },
    { message: 'process ended: exit status 0' },
  ])
  expect(entries.filter(({ fields }) => fields.pid === String(pid))).toHaveLength(1)
})

test('what a program posts to the helper is in the log', async () => {
  await sandbox.commands.run(
    `curl -sf -d '{"level":"error","message":"oh no","code":7}' http://events.e2b.local/logs`,
  )
  expect(await logs.all()).toContainEqual(
    expect.objectContaining({ message: 'oh no', level: 'error', fields: { logger: 'guest', code: '7' } }),
  )
})

test('the log of a killed sandbox has all it wrote until then, and why it ended', async () => {
  await sandbox.commands.run('seq 1 300')
  await sandbox.kill()
  await expect.poll(() => logs.messages(), patience).toContain('sandbox ended: killed')
  const numbers = (await logs.messages()).filter((message) => /^\d+$/.test(message))
  expect(numbers).toEqual(Array.from({ length: 300 }, (_, index) => String(index + 1)))
})

test('a log goes on over a pause and a resume, and tells of both', async () => {
  await sandbox.commands.run('echo before')
  await sandbox.pause()
  await sandbox.connect()
  await sandbox.commands.run('echo after')
  const wanted = ['sandbox created', 'before', 'sandbox paused: requested', 'sandbox resumed', 'after']
  const found = async () => (await logs.messages()).filter((message) => wanted.includes(message))
  await expect.poll(found, patience).toEqual(wanted)
})

test('a log that is being followed does not keep its sandbox from standing still', async () => {
  await sandbox.commands.run('echo last')
  const frozen = expect.poll(standsStill, patience).toBe(true)
  const stop = logs.follow()
  await frozen
  const followed = await stop()
  expect(followed.filter((message) => message === 'last')).toEqual(['last'])
  await expect.poll(standsStill, patience).toBe(true)
  expect(await logs.messages()).toContain('last')
})

/** It is said before it is tried: who stands still is said to after the node's next look too. */
async function standsStill(): Promise<boolean> {
  if (!(await logs.isFrozen())) return false
  await sleep(idlePollEveryMs)
  return await logs.isFrozen()
}

test('a flood is followed without loss or repetition of what the log has of it', async () => {
  const stop = logs.follow()
  await sandbox.commands.run('yes flood | head -c 200000000 >&2; echo done', { timeoutMs: 120_000 })
  await expect.poll(() => logs.messages(), patience).toContain('done')
  const followed = await stop()
  expect(followed).toEqual((await logs.messages()).slice(0, followed.length))
  expect(followed.join('\n')).toMatch(/\d+ bytes of output are not in this log/)
})
