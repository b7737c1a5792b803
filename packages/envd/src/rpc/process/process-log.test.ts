import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LogPage } from '../../app/logs/guest-log.ts'
import { processClient } from '../../testing/clients.ts'
import { type OwnDaemon, startOwnDaemon } from '../../testing/own-daemon.ts'

let daemon: OwnDaemon
let cursor = ''
beforeAll(async () => {
  daemon = await startOwnDaemon()
})
afterAll(() => daemon[Symbol.asyncDispose]())

async function newEntries(): Promise<LogPage['entries']> {
  const page = (await (await fetch(`${daemon.url}/sandbox-logs?after=${cursor}`)).json()) as LogPage
  cursor = page.cursor
  return page.hasMore ? [...page.entries, ...(await newEntries())] : page.entries
}

async function run(cmd: string, args: string[], pty?: { size: { cols: number; rows: number } }) {
  let [pid, bytes] = [0, 0]
  const request = { process: { cmd, args }, stdin: false, ...(pty === undefined ? {} : { pty }) }
  for await (const { event } of processClient(daemon.url).start(request)) {
    if (event?.event.case === 'start') pid = event.event.value.pid
    if (event?.event.case === 'data') bytes += event.event.value.output.value?.length ?? 0
  }
  return { pid: String(pid), bytes, entries: await newEntries() }
}

test('the lines of a process are in the log between its start and its end', async () => {
  const { pid, entries } = await run('/bin/sh', ['-c', 'echo one; sleep 0.05; echo two >&2; exit 3'])
  const common = { logger: 'process', pid, command: '/bin/sh -c echo one; sleep 0.05; echo two >&2; exit 3' }
  expect(entries).toMatchObject([
    { level: 'info', message: 'process started', fields: { ...common, event: 'start', user: 'user' } },
    { level: 'info', message: 'one', fields: { ...common, stream: 'stdout' } },
    { level: 'warn', message: 'two', fields: { ...common, stream: 'stderr' } },
    { level: 'warn', message: 'process ended: exit status 3', fields: { ...common, event: 'end' } },
  ])
})

test('a command line that a client gives to a shell is named as it was typed', async () => {
  const { entries } = await run('/bin/bash', ['-l', '-c', 'true'])
  expect(entries[0]?.fields.command).toBe('true')
})

test('what a terminal shows is not in the log', async () => {
  const { entries } = await run('/bin/echo', ['hello'], { size: { cols: 80, rows: 24 } })
  expect(entries.map(({ message }) => message)).toEqual(['process started', 'process ended: exit status 0'])
})

test('of a flood the log has a part, and says how much is missing', async () => {
  const { bytes, entries } = await run('/bin/sh', ['-c', 'yes hello | head -c 60000000'])
  expect(bytes).toBe(60_000_000)
  const leftOut = entries.map(({ fields }) => Number(fields.leftOutBytes ?? 0)).reduce((a, b) => a + b, 0)
  const lines = entries.filter(({ message }) => message === 'hello')
  expect(lines.length).toBeLessThan(5000)
  expect(leftOut + lines.length * 6).toBeGreaterThan(59_000_000)
  expect(leftOut + lines.length * 5).toBeLessThanOrEqual(60_000_000)
})
