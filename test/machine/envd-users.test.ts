import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { createUserDirectory } from '@cay/envd/edge/identity/account-files.ts'
import { processClient } from '@cay/envd/testing/clients.ts'
import { type OwnDaemon, startOwnDaemon } from '@cay/envd/testing/own-daemon.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Ids that no account of the machine has: the daemon reads its own account files here.
const worker = { uid: 54_321, gid: 54_322, extra: 54_323 }

let daemon: OwnDaemon
let client: ReturnType<typeof processClient>

beforeAll(async () => {
  daemon = await startOwnDaemon((home) => {
    const etc = `${home}/etc`
    mkdirSync(etc)
    writeFileSync(
      `${etc}/passwd`,
      `root:x:0:0::/root:/bin/sh\nworker:x:${worker.uid}:${worker.gid}::/tmp:/bin/sh\n`,
    )
    writeFileSync(`${etc}/group`, `worker:x:${worker.gid}:\nextra:x:${worker.extra}:worker\n`)
    return createUserDirectory(etc)
  })
  client = processClient(daemon.url)
})
afterAll(() => daemon[Symbol.asyncDispose]())

async function run(script: string, options: { cwd?: string; isTerminal?: boolean } = {}): Promise<string> {
  const { cwd = '/', isTerminal = false } = options
  const headers = { Authorization: `Basic ${Buffer.from('worker:').toString('base64')}` }
  const pty = isTerminal ? { pty: { size: { cols: 80, rows: 24 } } } : {}
  const request = { process: { cmd: '/bin/sh', args: ['-c', script], cwd }, stdin: false, ...pty }
  let text = ''
  for await (const { event } of client.start(request, { headers })) {
    const output = event?.event.case === 'data' ? event.event.value.output : undefined
    if (output?.case !== undefined) text += Buffer.from(output.value).toString()
  }
  return text
}

test('a process has the ids and groups of its user in every place, and no capability', async () => {
  const { uid, gid, extra } = worker
  const status = await run('cat /proc/self/status')
  expect(status).toMatch(new RegExp(`^Uid:${`\\s+${uid}`.repeat(4)}$`, 'm'))
  expect(status).toMatch(new RegExp(`^Gid:${`\\s+${gid}`.repeat(4)}$`, 'm'))
  expect(status).toMatch(new RegExp(`^Groups:\\s+${gid} ${extra}\\s*$`, 'm'))
  for (const set of ['CapPrm', 'CapEff', 'CapAmb']) expect(status).toMatch(new RegExp(`^${set}:\\s+0+$`, 'm'))
})

test('it cannot become root again', async () => {
  expect(
    await run('setpriv --reuid=0 id 2>&1; setpriv --regid=0 id 2>&1; setpriv --clear-groups id 2>&1'),
  ).not.toContain('uid=')
})

test('it cannot signal the daemon while the daemon starts others', async () => {
  const attacker = run(
    `i=0; while [ $i -lt 3000 ]; do kill -0 ${process.pid} 2>/dev/null && echo HIT; i=$((i+1)); done`,
  )
  for (let count = 0; count < 50; count++) await run('true')
  expect(await attacker).toBe('')
})

test('it has no descriptor but its own three', async () => {
  // The fourth is the listing itself.
  expect((await run('ls /proc/self/fd')).trim().split('\n')).toEqual(['0', '1', '2', '3'])
})

test('its terminal belongs to it and controls it', async () => {
  const text = await run('stat -c %u "$(tty)"; ps -o tty= -p $$', { isTerminal: true })
  expect(text).toMatch(new RegExp(`^${worker.uid}\r\npts/\\d+\\s*\r\n$`))
})

test('a directory it may not enter is an error of the start', async () => {
  await expect(run('true', { cwd: daemon.home })).rejects.toThrow(
    `[invalid_argument] error starting process '/bin/sh -c true': chdir ${daemon.home}: permission denied`,
  )
})

test('files and directories of an upload belong to the user of the call', async () => {
  const query = new URLSearchParams({ path: `${daemon.home}/made/file`, username: 'worker' })
  const headers = { 'content-type': 'application/octet-stream' }
  const answer = await fetch(`${daemon.url}/files?${query}`, { method: 'POST', headers, body: 'x' })
  expect(answer.status).toBe(200)
  for (const name of ['made', 'made/file']) {
    const { uid, gid } = statSync(`${daemon.home}/${name}`)
    expect([uid, gid]).toEqual([worker.uid, worker.gid])
  }
})
